'use strict';

/* The page in motion: charts that are drawn when they come into view, tables that sort, themes. */
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = new Map(data.charts.map((chart) => [chart.head.id, chart]));
  const figures = [...document.querySelectorAll('figure[data-chart]')];
  const drawn = new Map();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paper = matchMedia('print');
  const button = document.getElementById('theme');

  function theme() {
    if (paper.matches) {
      return 'light';
    }
    return document.documentElement.dataset.theme || (dark.matches ? 'dark' : 'light');
  }

  // Charts

  function draw(figure) {
    const chart = charts.get(figure.dataset.chart);
    const plot = figure.querySelector('.plot');
    const {height, option} = Charts.draw(chart, theme(), plot.clientWidth);
    let instance = drawn.get(figure);
    plot.style.height = `${height}px`;
    if (!instance) {
      instance = echarts.init(plot, null, {renderer: 'svg'});
      drawn.set(figure, instance);
      figure.querySelectorAll('.save, .choice').forEach((tool) => {
        tool.hidden = false;
      });
    }
    instance.resize();
    instance.setOption(option, true);
  }

  function redraw() {
    drawn.forEach((_, figure) => draw(figure));
  }

  function drawAll() {
    figures.forEach(draw);
  }

  const sight = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting && !drawn.has(entry.target)) {
        draw(entry.target);
      }
    }
  }, {rootMargin: '600px'});
  figures.forEach((figure) => {
    // Holds the place, so that links go where they should before all is drawn.
    const plot = figure.querySelector('.plot');
    const {height} = Charts.draw(charts.get(figure.dataset.chart), 'light', plot.clientWidth || 480);
    plot.style.height = `${height}px`;
    sight.observe(figure);
  });

  document.querySelectorAll('.choice select').forEach((choice) => {
    choice.addEventListener('change', () => {
      const figure = choice.closest('figure');
      charts.get(figure.dataset.chart).shown = +choice.value;
      draw(figure);
    });
  });

  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) {
      width = innerWidth;
      redraw();
    }
  });

  // Files of charts

  const FILE_WIDTH = 900;

  /** The chart as a file of its own, with its title and where its numbers come from. */
  function svg(chart) {
    const {height, option} = Charts.draw(chart, 'light', FILE_WIDTH);
    const colors = Charts.theme('light');
    const total = height + 74;
    // Drawn as elements and then written by the browser: the library's own way to text
    // (renderToSVGString of 5.3.1) escapes no names.
    const place = document.createElement('div');
    place.style.cssText = `position: absolute; left: -9999px; width: ${FILE_WIDTH}px; height: ${total}px`;
    document.body.append(place);
    const instance = echarts.init(place, null, {renderer: 'svg', width: FILE_WIDTH, height: total});
    const better = chart.head.better ? `, ${chart.head.better}` : '';
    instance.setOption({
      ...option,
      backgroundColor: colors.paper,
      title: [
        {
          text: Charts.title(chart), subtext: chart.head.unit + better, left: 8, top: 4, itemGap: 4,
          textStyle: {fontSize: 14, fontWeight: 600, color: colors.ink, width: FILE_WIDTH - 20, overflow: 'truncate'},
          subtextStyle: {fontSize: 11, color: colors.soft},
        },
        {
          text: data.caption, left: 8, bottom: 4,
          textStyle: {fontSize: 10, fontWeight: 400, color: colors.soft, width: FILE_WIDTH - 20, overflow: 'truncate'},
        },
      ],
      legend: option.legend && {...option.legend, top: 46, left: 8},
      grid: {...option.grid, top: option.grid.top + 46, bottom: option.grid.bottom + 28},
    });
    const text = new XMLSerializer().serializeToString(place.querySelector('svg'));
    instance.dispose();
    place.remove();
    return {text, height: total};
  }

  function download(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function fileName(chart, ending) {
    const name = `${Charts.title(chart)} ${chart.head.unit}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return `${name.replace(/^-|-$/g, '').slice(0, 80) || 'chart'}.${ending}`;
  }

  /** Three times as many dots as a screen has, enough for print. */
  function savePng(chart) {
    const {text, height} = svg(chart);
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = 3 * FILE_WIDTH;
      canvas.height = 3 * height;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => download(blob, fileName(chart, 'png')));
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }

  document.addEventListener('click', (event) => {
    const save = event.target.closest('[data-save]');
    if (!save) {
      return;
    }
    const chart = charts.get(save.closest('figure').dataset.chart);
    if (save.dataset.save === 'svg') {
      download(new Blob([svg(chart).text], {type: 'image/svg+xml'}), fileName(chart, 'svg'));
    } else {
      savePng(chart);
    }
  });

  // Tables

  const collator = new Intl.Collator('en', {numeric: true});

  function key(row, column) {
    const cell = row.cells[column];
    return cell.dataset.key ?? cell.textContent;
  }

  /** Numbers by size, texts by name; what is empty stays last either way. */
  function compare(a, b, sign) {
    if (a === '' || b === '') {
      return (a === '') - (b === '');
    }
    const numbers = a.trim() !== '' && b.trim() !== '' && !Number.isNaN(+a) && !Number.isNaN(+b);
    return sign * (numbers ? a - b : collator.compare(a, b));
  }

  function sort(header) {
    const column = header.cellIndex;
    const ascending = header.getAttribute('aria-sort') !== 'ascending';
    const body = header.closest('table').tBodies[0];
    const rows = [...body.rows].map((row) => ({row, key: key(row, column)}));
    rows.sort((a, b) => compare(a.key, b.key, ascending ? 1 : -1));
    body.append(...rows.map(({row}) => row));
    for (const other of header.parentElement.cells) {
      other.removeAttribute('aria-sort');
    }
    header.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
  }

  document.querySelectorAll('table.sortable thead button').forEach((each) => {
    each.addEventListener('click', () => sort(each.closest('th')));
  });

  /** A link to a folded table opens it. */
  function unfold() {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    const fold = target && target.closest('details');
    if (fold && !fold.open) {
      fold.open = true;
      target.scrollIntoView();
    }
  }

  addEventListener('hashchange', unfold);
  unfold();

  // Themes and paper

  function nameButton() {
    button.textContent = theme() === 'dark' ? 'Light theme' : 'Dark theme';
  }

  button.hidden = false;
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = theme() === 'dark' ? 'light' : 'dark';
    nameButton();
    redraw();
  });
  dark.addEventListener('change', () => {
    nameButton();
    redraw();
  });
  nameButton();

  function onPaper() {
    document.querySelectorAll('details').forEach((fold) => {
      fold.dataset.was = fold.open;
      fold.open = true;
    });
    drawAll();
  }

  function onScreen() {
    document.querySelectorAll('details[data-was]').forEach((fold) => {
      fold.open = fold.dataset.was === 'true';
      delete fold.dataset.was;
    });
    redraw();
  }

  paper.addEventListener('change', () => (paper.matches ? onPaper() : onScreen()));
  addEventListener('beforeprint', drawAll);
})();
