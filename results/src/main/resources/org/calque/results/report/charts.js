'use strict';

/*
 * What each kind of chart looks like: functions from the data of a chart to options of the chart
 * library. Nothing here touches the page, so the same chart can be drawn for a file.
 */
const Charts = (() => {
  // Single quotes: the library may put it between double ones, as it is.
  const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

  // Told apart by those who see fewer colours, and dark enough for lines on white (light on black).
  const THEMES = {
    light: {
      ink: '#1b1f24', soft: '#57606a', line: '#dfe3e6', paper: '#ffffff',
      series: ['#0b5cad', '#b8500c', '#0a7a5c', '#8a4499', '#6b5600', '#444c56'],
      worse: '#a8400a', better: '#0a6a4f', heat: [[226, 238, 249], [8, 64, 129]],
    },
    dark: {
      ink: '#e4e7ea', soft: '#a2abb3', line: '#353b41', paper: '#14171a',
      series: ['#79b8f3', '#f2a177', '#67c9a8', '#d3a5e0', '#d9c46c', '#b9c1c9'],
      worse: '#f2a177', better: '#67c9a8', heat: [[34, 48, 64], [158, 205, 248]],
    },
  };
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'];

  const known = (x) => typeof x === 'number';

  /** Four significant digits, as the tables have them. */
  function figure(x) {
    if (!known(x)) {
      return 'none';
    }
    const size = Math.abs(x);
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) {
      return x.toExponential(3);
    }
    const exponent = size === 0 ? 0 : Math.floor(Math.log10(size));
    return x.toFixed(Math.max(0, 3 - exponent));
  }

  /** A number of an axis: as short as it can be. */
  function tick(x) {
    const size = Math.abs(x);
    if (size >= 1e9 || (size !== 0 && size < 1e-3)) {
      return x.toExponential(0).replace('e+', 'e');
    }
    if (size >= 1e6) {
      return `${+(x / 1e6).toPrecision(6)}M`;
    }
    return size >= 1e4 ? `${+(x / 1e3).toPrecision(6)}k` : String(+x.toPrecision(6));
  }

  function interval(mark) {
    const high = known(mark.high) ? figure(mark.high) : '∞';
    return known(mark.low) ? ` [${figure(mark.low)}, ${high}]` : '';
  }

  /** Lines broken between words where a chart is too narrow: the library does not break a tooltip's. */
  function wrapped(text, width) {
    const letters = Math.max(20, Math.floor((width - 40) / 6.8));
    const fitting = new RegExp(`(.{1,${letters}})(?: +|$)`, 'gm');
    return text.replace(fitting, '$1\n').replace(/\n+/g, '\n').trimEnd();
  }

  function base(theme) {
    return {
      animation: false,
      backgroundColor: 'transparent',
      color: theme.series,
      textStyle: {fontFamily: FONT, color: theme.ink, fontSize: 11},
      // Names come from files: rich text is drawn, not parsed as HTML.
      tooltip: {
        renderMode: 'richText', confine: true, backgroundColor: theme.paper,
        borderColor: theme.line, textStyle: {color: theme.ink, fontSize: 11, fontFamily: FONT},
      },
    };
  }

  function legend(theme, groups) {
    return {
      show: groups.length > 1, top: 0, left: 0, type: 'plain', itemWidth: 12, itemHeight: 9,
      data: groups.map((group, i) => ({name: group.name, icon: SYMBOLS[i % SYMBOLS.length]})),
      textStyle: {color: theme.ink, fontSize: 11, width: 300, overflow: 'truncate'},
    };
  }

  /** Rows that legends take when they are broken to the width. */
  function legendHeight(groups, width) {
    if (groups.length < 2) {
      return 0;
    }
    let rows = 1;
    let used = 0;
    for (const group of groups) {
      const needed = Math.min(330, 34 + 6.2 * group.name.length);
      if (used > 0 && used + needed > width) {
        rows++;
        used = 0;
      }
      used += needed;
    }
    return rows * 20 + 4;
  }

  function valueAxis(theme, log, more) {
    return Object.assign({
      type: log ? 'log' : 'value',
      axisLine: {show: false},
      axisTick: {show: false},
      axisLabel: {color: theme.soft, fontSize: 11, formatter: tick, hideOverlap: true},
      splitLine: {lineStyle: {color: theme.line}},
      splitNumber: 4,
    }, more);
  }

  function nameAxis(theme, names, more) {
    return Object.assign({
      type: 'category',
      data: names,
      axisLine: {lineStyle: {color: theme.soft}},
      axisTick: {show: false},
      axisLabel: {color: theme.ink, fontSize: 11},
    }, more);
  }

  /** Whether values differ so much that the small ones would not be seen. */
  function wantsLog(values) {
    const positive = values.filter((x) => x > 0);
    return positive.length === values.length && values.length > 0
        && Math.max(...values) / Math.min(...values) > 30;
  }

  function symbol(kind, x, y, color, paper) {
    const style = {fill: color, stroke: paper, lineWidth: 1};
    if (kind === 'rect' || kind === 'roundRect') {
      return {type: 'rect', shape: {x: x - 4, y: y - 4, width: 8, height: 8}, style};
    }
    if (kind === 'triangle') {
      return {type: 'polygon', shape: {points: [[x, y - 5], [x + 5, y + 4], [x - 5, y + 4]]}, style};
    }
    if (kind === 'diamond') {
      return {type: 'polygon', shape: {points: [[x, y - 6], [x + 5, y], [x, y + 6], [x - 5, y]]}, style};
    }
    return {type: 'circle', shape: {cx: x, cy: y, r: 4.5}, style};
  }

  function line(x1, y1, x2, y2, color, width, dash) {
    return {
      type: 'line', shape: {x1, y1, x2, y2}, silent: true,
      style: {stroke: color, lineWidth: width, lineDash: dash || null},
    };
  }

  function words(text, x, y, color, more) {
    return {
      type: 'text', silent: true,
      style: Object.assign({
        text, x, y, fill: color, verticalAlign: 'middle', fontSize: 11, fontFamily: FONT,
      }, more),
    };
  }

  /** A bar between two places, level or upright, with a cap at each end that is not cut off. */
  function whisker(x1, y1, x2, y2, color, first = true, second = true) {
    const level = y1 === y2;
    const dx = level ? 0 : 3;
    const dy = level ? 3 : 0;
    const parts = [line(x1, y1, x2, y2, color, 1.5)];
    if (first) {
      parts.push(line(x1 - dx, y1 - dy, x1 + dx, y1 + dy, color, 1.5));
    }
    if (second) {
      parts.push(line(x2 - dx, y2 - dy, x2 + dx, y2 + dy, color, 1.5));
    }
    return parts;
  }

  /** Names of rows beside the plot, or above each row where there is no room beside. */
  function rowNames(theme, names, width) {
    const narrow = width < 560;
    const longest = Math.max(...names.map((name) => name.length));
    const room = Math.min(Math.ceil(longest * 6.4) + 8, Math.round(width * 0.42));
    return {
      narrow,
      left: narrow ? 4 : room + 6,
      axis: nameAxis(theme, names, {
        inverse: true,
        axisLabel: {
          color: theme.ink, fontSize: 11, overflow: 'truncate', width: narrow ? width - 10 : room,
          ...(narrow
            ? {inside: true, align: 'left', verticalAlign: 'bottom', padding: [0, 0, 6, -4]}
            : {}),
        },
        axisLine: {show: !narrow, lineStyle: {color: theme.line}},
        z: 10,
      }),
    };
  }

  function intervals(chart, theme, width) {
    const rows = rowNames(theme, chart.rows, width);
    const marks = chart.groups.flatMap((group) => group.marks);
    const values = marks.map((mark) => mark.value).filter(known);
    const log = wantsLog(values);
    const shown = (x) => (known(x) && (!log || x > 0) ? x : null);
    const low = Math.min(...values, ...marks.map((mark) => shown(mark.low)).filter(known));
    const count = chart.groups.length;
    const top = legendHeight(chart.groups, width);
    const rowHeight = (rows.narrow ? 22 : 10) + 16 * count;
    return {
      height: top + chart.rows.length * rowHeight + 34,
      option: {
        ...base(theme),
        legend: legend(theme, chart.groups),
        grid: {left: rows.left, right: 74, top: top + 4, bottom: 26},
        xAxis: valueAxis(theme, log, log
          ? {min: 10 ** Math.floor(Math.log10(low))}
          : {min: (range) => Math.min(0, range.min)}),
        yAxis: rows.axis,
        series: chart.groups.map((group, g) => ({
          name: group.name,
          type: 'custom',
          clip: false,
          encode: {x: [1, 2, 3], y: 0}, // the axis has room for the intervals, too
          data: group.marks.map((mark) =>
            [mark.row, mark.value ?? (log ? low : 0), shown(mark.low), shown(mark.high)]),
          tooltip: {
            formatter: ({dataIndex}) => {
              const mark = group.marks[dataIndex];
              const value = mark.text || `${figure(mark.value)}${interval(mark)} ${chart.head.unit}`;
              return `${chart.rows[mark.row]}\n${group.name}: ${value}`;
            },
          },
          renderItem: (params, api) => {
            const mark = group.marks[params.dataIndex];
            const color = theme.series[g % theme.series.length];
            const middle = api.coord([0, mark.row])[1] + (rows.narrow ? 8 : 0);
            const y = middle + (g - (count - 1) / 2) * 15;
            const start = params.coordSys.x;
            if (mark.text) {
              return {
                type: 'group',
                children: [words(`✕ ${mark.text}`, start + 6, y, theme.worse, {fontWeight: 600})],
              };
            }
            const x = api.coord([mark.value, mark.row])[0];
            const children = [line(start, y, x, y, color, count > 1 ? 1 : 1.5, [2, 2])];
            let right = x + 5;
            if (known(mark.low)) {
              const open = log && mark.low <= 0;
              const from = open ? start : api.coord([mark.low, mark.row])[0];
              const to = known(mark.high)
                ? api.coord([mark.high, mark.row])[0] : params.coordSys.x + params.coordSys.width;
              children.push(...whisker(from, y, to, y, color, !open, known(mark.high)));
              right = Math.max(right, to + 3);
            }
            children.push(symbol(SYMBOLS[g % SYMBOLS.length], x, y, color, theme.paper));
            children.push(words(figure(mark.value), right + 5, y, theme.ink));
            return {type: 'group', children};
          },
        })),
      },
    };
  }

  function lines(chart, theme, width) {
    const top = legendHeight(chart.groups, width);
    const all = chart.groups.flatMap((group) => group.marks);
    const values = all.map((mark) => mark.value).filter(known);
    const log = wantsLog(values);
    // Failures stand in a band of their own above the plot, a row for each line that has some.
    const failing = chart.groups.filter((group) => group.marks.some((mark) => mark.text));
    const plotTop = top + 12 + 14 * failing.length;
    const series = [];
    chart.groups.forEach((group, g) => {
      const color = theme.series[g % theme.series.length];
      const name = group.name;
      series.push({
        name,
        type: 'line',
        symbol: SYMBOLS[g % SYMBOLS.length],
        symbolSize: 9,
        connectNulls: false,
        lineStyle: {width: 1.8, color, type: ['solid', 'dashed', 'dotted'][g % 3]},
        itemStyle: {color},
        data: chart.values.map((_, row) => {
          const mark = group.marks.find((each) => each.row === row);
          return mark && known(mark.value) ? mark.value : null;
        }),
        tooltip: {
          formatter: ({dataIndex}) => {
            const mark = group.marks.find((each) => each.row === dataIndex);
            return `${name}\n${chart.parameter} ${chart.values[dataIndex]}: `
                + `${figure(mark.value)}${interval(mark)} ${chart.head.unit}`;
          },
        },
      });
      series.push({
        name,
        type: 'custom',
        encode: {x: 0, y: [1, 2, 3]},
        silent: true,
        clip: false,
        data: group.marks.map((mark) => [mark.row, mark.value, mark.low, mark.high]),
        renderItem: (params, api) => {
          const mark = group.marks[params.dataIndex];
          if (mark.text) {
            const x = api.coord([mark.row, log ? Math.min(...values) : 0])[0];
            const y = params.coordSys.y - 8 - 14 * (failing.length - 1 - failing.indexOf(group));
            return {
              type: 'group',
              children: [words(`✕ ${mark.text}`, x, y, color, {align: 'center', fontWeight: 600})],
            };
          }
          if (!known(mark.low)) {
            return null;
          }
          const [x, low] = api.coord([mark.row, Math.max(mark.low, log ? Number.MIN_VALUE : mark.low)]);
          const high = known(mark.high) ? api.coord([mark.row, mark.high])[1] : params.coordSys.y;
          return {type: 'group', children: whisker(x, low, x, high, color, true, known(mark.high))};
        },
      });
    });
    return {
      height: 258 + plotTop,
      option: {
        ...base(theme),
        legend: legend(theme, chart.groups),
        grid: {left: 8, right: 16, top: plotTop, bottom: 26, containLabel: true},
        xAxis: nameAxis(theme, chart.values, {
          name: chart.parameter, nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: theme.soft},
        }),
        yAxis: valueAxis(theme, log, log ? {} : {min: (range) => Math.min(0, range.min)}),
        series,
      },
    };
  }

  function mix([from, to], share) {
    return from.map((part, i) => Math.round(part + (to[i] - part) * share));
  }

  function heat(chart, theme, width) {
    const values = chart.cells.map((cell) => cell.value).filter(known);
    const low = Math.min(...values);
    const high = Math.max(...values);
    const seen = new Set(chart.cells.map((cell) => `${cell.column},${cell.row}`));
    const cells = [...chart.cells];
    chart.columns.forEach((_, column) => chart.rows.forEach((__, row) => {
      if (!seen.has(`${column},${row}`)) {
        cells.push({column, row, value: null, text: 'not run'});
      }
    }));
    const longest = Math.max(...chart.rows.map((name) => name.length));
    // A row is three lines high, less what breaks between words leave over.
    const names = Math.min(Math.ceil(longest * 6.4), Math.round(width * 0.38));
    const letters = Math.max(4, Math.floor(names / 6.4 * 2.4));
    return {
      height: 74 + chart.rows.length * 46,
      option: {
        ...base(theme),
        grid: {
          left: names + 14, right: 8, top: 22, bottom: 42,
        },
        xAxis: nameAxis(theme, chart.columns, {
          name: chart.columnParameter, nameLocation: 'middle', nameGap: 26,
          nameTextStyle: {color: theme.soft}, axisLine: {show: false},
        }),
        yAxis: nameAxis(theme, chart.rows, {
          name: chart.rowParameter, nameLocation: 'start', inverse: true, axisLine: {show: false},
          nameTextStyle: {color: theme.soft, align: 'right'}, nameGap: 10,
          axisLabel: {
            color: theme.ink, fontSize: 11, lineHeight: 14, overflow: 'break', width: names,
            formatter: (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
          },
        }),
        series: [{
          type: 'custom',
          encode: {x: 0, y: 1},
          data: cells.map((cell) => [cell.column, cell.row]),
          tooltip: {
            formatter: ({dataIndex}) => {
              const cell = cells[dataIndex];
              return wrapped(`${chart.columnParameter} ${chart.columns[cell.column]}, `
                  + `${chart.rowParameter} ${chart.rows[cell.row]}\n`
                  + (cell.text || `${figure(cell.value)} ${chart.head.unit}`)
                  + (cell.cause ? `: ${cell.cause}` : ''), width);
            },
          },
          renderItem: (params, api) => {
            const cell = cells[params.dataIndex];
            const [x, y] = api.coord([cell.column, cell.row]);
            const [w, h] = api.size([1, 1]);
            const box = {x: x - w / 2 + 1, y: y - h / 2 + 1, width: w - 2, height: h - 2};
            if (cell.text) {
              const absent = cell.text === 'not run';
              const color = absent ? theme.soft : theme.worse;
              const sign = !absent && 6.6 * (cell.text.length + 2) < w ? '✕ ' : '';
              return {
                type: 'group',
                children: [
                  {type: 'rect', shape: box, style: {fill: theme.paper, stroke: color, lineDash: [3, 3]}},
                  words(sign + cell.text, x, y, color, {
                    align: 'center', fontWeight: absent ? 400 : 600,
                  }),
                ],
              };
            }
            const share = high > low ? (cell.value - low) / (high - low) : 0.5;
            const [r, g, b] = mix(theme.heat, share);
            const bright = 0.299 * r + 0.587 * g + 0.114 * b;
            return {
              type: 'group',
              children: [
                {type: 'rect', shape: box, style: {fill: `rgb(${r},${g},${b})`}},
                words(figure(cell.value), x, y, bright > 130 ? '#10151a' : '#ffffff', {
                  align: 'center', fontWeight: 560,
                }),
              ],
            };
          },
        }],
      },
    };
  }

  function bars(chart, theme, width) {
    const rows = rowNames(theme, chart.rows, width);
    return {
      height: chart.rows.length * (rows.narrow ? 34 : 21) + 34,
      option: {
        ...base(theme),
        grid: {left: rows.left, right: 112, top: 4, bottom: 26},
        xAxis: valueAxis(theme, false, {min: 0}),
        yAxis: rows.axis,
        series: [{
          type: 'custom',
          clip: false,
          encode: {x: 1, y: 0},
          data: chart.values.map((value, row) => [row, value]),
          tooltip: {
            formatter: ({dataIndex: i}) =>
              `${chart.rows[i]}\n${figure(chart.values[i])} ${chart.head.unit}, ${chart.texts[i]}`,
          },
          renderItem: (params, api) => {
            const row = params.dataIndex;
            const [x, middle] = api.coord([chart.values[row], row]);
            const y = middle + (rows.narrow ? 8 : 0);
            const start = params.coordSys.x;
            return {
              type: 'group',
              children: [
                {
                  type: 'rect',
                  shape: {x: start, y: y - 6, width: Math.max(1, x - start), height: 12},
                  style: {fill: theme.series[0]},
                },
                words(chart.texts[row], Math.max(x, start) + 6, y, theme.ink),
              ],
            };
          },
        }],
      },
    };
  }

  function forest(chart, theme, width) {
    const names = chart.ratios.map((ratio) => ratio.row);
    const rows = rowNames(theme, names, width);
    const reach = Math.max(1.05, ...chart.ratios.flatMap((ratio) =>
      [ratio.value, ratio.low, ratio.high].filter((x) => known(x) && x > 0)
        .map((x) => Math.min(100, Math.max(x, 1 / x)))));
    const edge = Math.log2(reach) * 1.08;
    const place = (ratio) => Math.max(-edge, Math.min(edge, Math.log2(ratio)));
    const colors = {worse: theme.worse, better: theme.better, neutral: theme.soft};
    const signs = {worse: '▼ ', better: '▲ ', neutral: ''};
    return {
      height: names.length * (rows.narrow ? 36 : 23) + 36,
      option: {
        ...base(theme),
        // The axis is of logarithms: half and double are equally far from 1.
        grid: {left: rows.left, right: 150, top: 4, bottom: 26},
        xAxis: valueAxis(theme, false, {
          min: -edge, max: edge,
          axisLabel: {
            color: theme.soft, fontSize: 11, showMinLabel: false, showMaxLabel: false,
            formatter: (x) => (2 ** x).toFixed(edge < 0.5 ? 3 : 2),
          },
        }),
        yAxis: rows.axis,
        series: [{
          type: 'custom',
          clip: false,
          encode: {x: 1, y: 0},
          data: chart.ratios.map((ratio, row) => [row, place(ratio.value)]),
          tooltip: {
            formatter: ({dataIndex}) => {
              const ratio = chart.ratios[dataIndex];
              return `${ratio.row}\n${ratio.value.toFixed(3)}${interval(ratio)} ${ratio.state}`;
            },
          },
          renderItem: (params, api) => {
            const ratio = chart.ratios[params.dataIndex];
            const color = colors[ratio.outlook];
            const [x, middle] = api.coord([place(ratio.value), params.dataIndex]);
            const y = middle + (rows.narrow ? 8 : 0);
            const children = [];
            if (params.dataIndex === 0) {
              const one = api.coord([0, 0])[0];
              const {y: head, height} = params.coordSys;
              children.push(line(one, head, one, head + height, theme.ink, 1));
            }
            if (known(ratio.low)) {
              children.push(...whisker(
                api.coord([place(ratio.low), 0])[0], y, api.coord([place(ratio.high), 0])[0], y, color));
            }
            children.push(symbol(ratio.outlook === 'neutral' ? 'circle' : 'diamond', x, y, color, theme.paper));
            const right = params.coordSys.x + params.coordSys.width + 8;
            children.push(words(
              `${ratio.value.toFixed(3)}  ${signs[ratio.outlook]}${ratio.state}`, right, y, color));
            return {type: 'group', children};
          },
        }],
      },
    };
  }

  function timeline(chart, theme) {
    const colors = {worse: theme.worse, better: theme.better, moved: theme.soft};
    const values = chart.values.filter(known);
    const low = Math.min(...values);
    const high = Math.max(...values);
    const margin = Math.max((high - low) * 0.25, Math.abs(high) * 0.02) || 1;
    return {
      height: 220,
      option: {
        ...base(theme),
        grid: {left: 8, right: 20, top: 24, bottom: 6, containLabel: true},
        xAxis: nameAxis(theme, chart.runs, {axisLabel: {color: theme.soft, fontSize: 11, hideOverlap: true}}),
        yAxis: valueAxis(theme, false, {
          min: low - margin, max: high + margin,
          axisLabel: {
            color: theme.soft, fontSize: 11, showMinLabel: false, showMaxLabel: false, formatter: tick,
          },
        }),
        series: [
          {
            type: 'line',
            symbol: 'circle',
            symbolSize: 6,
            connectNulls: false,
            lineStyle: {width: 1.2, color: theme.series[0]},
            itemStyle: {color: theme.series[0]},
            data: chart.values,
            tooltip: {
              formatter: ({dataIndex: i}) =>
                `${chart.runs[i]}\n${figure(chart.values[i])} ${chart.head.unit}`,
            },
            markLine: {
              silent: true,
              symbol: 'none',
              data: [
                ...chart.moves.map((move) => ({
                  xAxis: move.at,
                  lineStyle: {color: colors[move.outlook], type: 'dashed', width: 1.2},
                  label: {
                    formatter: `${{worse: '▼ ', better: '▲ '}[move.outlook] || ''}${move.text}`,
                    color: colors[move.outlook], fontWeight: 600, fontSize: 11,
                  },
                })),
                ...chart.levels.map((level) => [
                  {
                    coord: [level.from, level.value], label: {show: false},
                    lineStyle: {color: theme.series[1], type: 'solid', width: 1.6},
                  },
                  {coord: [Math.max(level.from, level.to - 1), level.value]},
                ]),
              ],
            },
          },
          {
            type: 'custom',
            encode: {x: 0},
            data: chart.gaps.map((gap) => [gap.at, low]),
            tooltip: {
              formatter: ({dataIndex: i}) => `${chart.runs[chart.gaps[i].at]}\n${chart.gaps[i].text}`,
            },
            renderItem: (params, api) => {
              const x = api.coord([chart.gaps[params.dataIndex].at, low])[0];
              const y = params.coordSys.y + params.coordSys.height - 9;
              return words('✕', x, y, theme.worse, {align: 'center', fontWeight: 700});
            },
          },
        ],
      },
    };
  }

  const shownFork = (chart) => chart.forks[chart.shown || 0];

  /** The last sample until then; none where samples are missing. */
  function wattsAt(sensor, at) {
    const later = sensor.seconds.findIndex((time) => time > at);
    return sensor.watts[(later < 0 ? sensor.seconds.length : later) - 1];
  }

  function power(chart, theme, width) {
    const {lines: sensors, windows} = shownFork(chart);
    const times = [
      ...sensors.flatMap((sensor) => sensor.seconds).filter(known),
      ...windows.flatMap((each) => [each.from, each.to]),
    ];
    const top = Math.max(24, legendHeight(sensors, width)) + 18;
    const color = (each) => (each.doubt ? theme.worse : theme.soft);
    return {
      height: 230 + top,
      option: {
        ...base(theme),
        tooltip: {
          ...base(theme).tooltip,
          trigger: 'axis',
          formatter: (points) => {
            const at = points[0].axisValue;
            const inside = windows.filter((each) => each.from <= at && at <= each.to);
            return wrapped([
              `${figure(at)} s`,
              ...sensors.map((sensor) => [sensor.name, wattsAt(sensor, at)])
                .filter(([, watts]) => known(watts))
                .map(([name, watts]) => `${name}: ${figure(watts)} W`),
              ...inside.map((each) => (each.doubt ? `✕ ${each.name}: ${each.doubt}` : each.name)),
            ].join('\n'), width);
          },
        },
        legend: {...legend(theme, sensors), show: true},
        grid: {left: 8, right: 16, top, bottom: 26, containLabel: true},
        xAxis: valueAxis(theme, false, {
          name: 's since the fork began', nameLocation: 'middle', nameGap: 26,
          nameTextStyle: {color: theme.soft}, splitLine: {show: false},
          min: Math.min(...times), max: Math.max(...times),
          axisLabel: {
            color: theme.soft, fontSize: 11, showMinLabel: false, showMaxLabel: false, formatter: tick,
          },
        }),
        yAxis: valueAxis(theme, false, {min: (range) => Math.min(0, range.min)}),
        series: [
          {
            type: 'custom',
            name: 'windows',
            z: 0,
            silent: true,
            encode: {x: [0, 1]},
            tooltip: {show: false},
            data: windows.map((each) => [each.from, each.to]),
            renderItem: (params, api) => {
              const each = windows[params.dataIndex];
              const [from] = api.coord([each.from, 0]);
              const [to] = api.coord([each.to, 0]);
              const {y, height} = params.coordSys;
              const long = `✕ ${each.name}`;
              return {
                type: 'group',
                children: [
                  {
                    type: 'rect',
                    shape: {x: from, y, width: Math.max(1, to - from), height},
                    style: {
                      fill: color(each), opacity: 0.14,
                    },
                  },
                  line(from, y, from, y + height, color(each), 0.8, each.doubt ? [3, 3] : null),
                  line(to, y, to, y + height, color(each), 0.8, each.doubt ? [3, 3] : null),
                  ...(each.doubt
                    ? [words(6.2 * long.length < to - from ? long : '✕', (from + to) / 2, y - 8, color(each), {
                      align: 'center', fontWeight: 600,
                    })]
                    : []),
                ],
              };
            },
          },
          ...sensors.map((sensor, i) => ({
            type: 'line',
            name: sensor.name,
            showSymbol: false,
            zlevel: 0, // or the library complains of the symbol that it makes where the pointer is
            symbol: SYMBOLS[i % SYMBOLS.length],
            connectNulls: false,
            lineStyle: {
              width: 1.5, color: theme.series[i % theme.series.length],
              type: ['solid', 'dashed', 'dotted'][i % 3],
            },
            itemStyle: {color: theme.series[i % theme.series.length]},
            data: sensor.seconds.map((at, k) => [at, sensor.watts[k]]),
          })),
        ],
      },
    };
  }

  const KINDS = {intervals, lines, heat, bars, forest, timeline, power};

  return {
    theme: (name) => THEMES[name],
    font: FONT,
    /** The title, with what of a chart is shown where there is a choice. */
    title: (chart) => (chart.forks && chart.forks.length > 1
      ? `${chart.head.title}, ${shownFork(chart).name}` : chart.head.title),
    /** The height in pixels, and the library's options, of a chart of that width. */
    draw: (chart, theme, width) => KINDS[chart.kind](chart, THEMES[theme], width),
  };
})();
