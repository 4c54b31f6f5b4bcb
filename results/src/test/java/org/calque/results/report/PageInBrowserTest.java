package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages as a browser shows them, from a file. Skipped where there is no Chromium. */
final class PageInBrowserTest {
  @TempDir static Path folder;

  private static Chromium browser;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Optional<Path> program = Chromium.installed();
    assumeTrue(
        program.isPresent(),
        "no Chromium on the PATH, so pages are not looked at: apt-get install chromium");
    browser = Chromium.start(program.get());
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void aComparisonIsDrawnWithoutNetworkOrComplaints() throws IOException {
    openWide(List.of(Pages.parameters(1), Pages.parameters(1.2)));
    everythingIsDrawn(5);
  }

  @Test
  void aHistoryIsDrawnWithItsMoves() throws IOException {
    openWide(Pages.history());
    everythingIsDrawn(4);
    assertThat(text("document.querySelector('.timeline svg').textContent"))
        .contains("▼ ×1.2", "worse");
  }

  @Test
  void powerOverTimeShadesItsWindowsAndShowsTheForkThatIsChosen() throws IOException {
    openWide(List.of(Pages.power()));
    everythingIsDrawn(3);
    assertThat(text("document.querySelector('.power svg').textContent"))
        .contains("rapl.package-0 (cpu package)", "nvml.gpu0 (gpu)", "✕ iteration 2");
    assertThat(flag("document.querySelector('.power .choice').hidden")).isFalse();

    browser.evaluate(
        "echarts.getInstanceByDom(document.querySelector('.power .plot'))"
            + ".dispatchAction({type: 'showTip', x: 360, y: 130})");
    browser.frames();
    assertThat(text("document.querySelector('.power svg').textContent"))
        .contains(
            "rapl.package-0 (cpu package): ",
            "nvml.gpu0 (gpu): ",
            "below resolution: 1 s is too short, take 5 s");

    catchFiles();
    browser.evaluate(
        "(() => { const choice = document.querySelector('.power select'); choice.value = '1';"
            + " choice.dispatchEvent(new Event('change')); })()");
    browser.click(".power [data-save=svg]");
    assertThat(text("names.join()")).isEqualTo("power-over-time-step-fork-2-w.svg");
    assertThat(text("saved[0].text()")).contains("Power over time, step, fork 2");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aBatchLadderHasWordsForWhatFailedAndTheirCauses() throws IOException {
    openWide(Pages.ladder());
    everythingIsDrawn(number("document.querySelectorAll('figure.chart').length"));
    assertThat(text("document.querySelector('#b0 .heat svg').textContent"))
        .contains("✕ OOM", "✕ skipped", "✕ failed", "not run", "80000");
    assertThat(number("document.querySelectorAll('#b0 .lines').length")).isEqualTo(5);

    browser.evaluate(
        "echarts.getInstanceByDom(document.querySelector('#b0 .heat .plot'))"
            + ".dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: 2})");
    browser.frames();
    assertThat(text("document.querySelector('#b0 .heat svg').textContent"))
        .contains("OOM: its tensors need 468 MiB at node 3239");
    assertThat(
            flag(
                "[...document.querySelectorAll('#b0 .heat svg text')].every(text =>"
                    + " text.getBoundingClientRect().right"
                    + " <= text.closest('.plot').getBoundingClientRect().right)"))
        .isTrue();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void hostileNamesAreTextAndNothingElse() throws IOException {
    openWide(List.of(Pages.hostile()));
    everythingIsDrawn(16);
    assertThat(number("document.querySelectorAll('img').length")).isZero();
    assertThat(number("document.querySelectorAll('script').length")).isEqualTo(4);
    assertThat(text("document.querySelector('#w2-title').textContent"))
        .isEqualTo("<img src=x onerror=alert(1)>");
  }

  @Test
  void twoHundredWorkloadsOpenAndAreDrawnAsTheyComeIntoView() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      entries.add(Samples.time("org.example.W" + i + ".step", 1, 2, 3).ofWorkload("w" + i));
    }
    browser.media("screen", "light");
    browser.size(1200, 800, 1);
    open(List.of(Samples.run(entries.toArray(Entry[]::new))));

    assertThat(number("document.querySelectorAll('.plot svg').length")).isBetween(1, 60);
    browser.evaluate("document.querySelector('#w199').scrollIntoView()");
    browser.frames();
    assertThat(number("document.querySelectorAll('#w199 .plot svg').length")).isEqualTo(1);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void tablesSortByMouseAndByKeyboard() throws IOException {
    openWide(List.of(Pages.parameters(1)));
    browser.evaluate("document.querySelector('details').open = true");
    String score = "#w0-table thead th:nth-child(4)";
    assertThat(text("document.querySelector('" + score + "').textContent")).isEqualTo("Score");

    browser.click(score + " button");
    assertThat(sort(score)).isEqualTo("ascending");
    assertThat(column(4)).startsWith("4.800", "4.800", "8.000").endsWith("–", "–");

    browser.evaluate("document.querySelector('" + score + " button').focus()");
    browser.press("Enter", 13, "\r");
    assertThat(sort(score)).isEqualTo("descending");
    assertThat(column(4)).startsWith("76.80", "76.80", "16.00").endsWith("–", "–");

    browser.evaluate("document.querySelector('#w0-table thead th button').focus()");
    browser.press(" ", 32, " ");
    assertThat(number("document.querySelectorAll('#w0-table th[aria-sort]').length")).isEqualTo(1);
    assertThat(column(1)).startsWith("forward").endsWith("step");
  }

  @Test
  void theFirstTabStopLeadsToTheOverview() throws IOException {
    openWide(List.of(Pages.parameters(1)));
    browser.press("Tab", 9, "");
    assertThat(text("document.activeElement.textContent")).isEqualTo("Skip to the overview");
    assertThat(text("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
  }

  @Test
  void aLinkToAFoldedTableOpensIt() throws IOException {
    openWide(List.of(Pages.parameters(1), Pages.parameters(1.2)));
    assertThat(flag("document.querySelector('#w0 details').open")).isFalse();
    browser.click("#w0 figcaption a");
    assertThat(flag("document.querySelector('#w0 details').open")).isTrue();
  }

  @Test
  void themesFollowTheSystemAndTheButtonInColoursThatCanBeRead() throws IOException {
    openWide(List.of(Pages.parameters(1), Pages.parameters(1.2)));
    String light = text("getComputedStyle(document.body).backgroundColor");
    String lightInk = chartInk();
    everyTextHasContrast();

    browser.media("screen", "dark");
    assertThat(text("getComputedStyle(document.body).backgroundColor")).isNotEqualTo(light);
    assertThat(chartInk()).isNotEqualTo(lightInk);
    everyTextHasContrast();

    browser.click("#theme");
    assertThat(text("getComputedStyle(document.body).backgroundColor")).isEqualTo(light);
    assertThat(chartInk()).isEqualTo(lightInk);
  }

  @Test
  void aPhoneNeverScrollsSideways() throws IOException {
    for (List<Run> runs :
        List.of(
            List.of(Pages.parameters(1)),
            List.of(Pages.parameters(1), Pages.parameters(1.2)),
            Pages.history(),
            List.of(Pages.power()),
            Pages.ladder(),
            List.of(Pages.hostile()))) {
      browser.media("screen", "light");
      browser.size(360, 1600, 1);
      open(runs);
      assertThat(number("document.documentElement.scrollWidth")).isEqualTo(360);
    }
  }

  @Test
  void paperIsLightHasEveryChartAndOpensWhatIsFolded() throws IOException {
    browser.media("screen", "dark");
    browser.size(800, 600, 1);
    open(List.of(Pages.parameters(1), Pages.parameters(1.2)));
    browser.media("print", "dark");

    assertThat(text("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(text("getComputedStyle(document.querySelector('nav')).display")).isEqualTo("none");
    assertThat(flag("[...document.querySelectorAll('details')].every(d => d.open)")).isTrue();
    assertThat(number("document.querySelectorAll('.plot svg').length")).isEqualTo(5);

    browser.media("screen", "dark");
    assertThat(flag("document.querySelector('#w0 details').open")).isFalse();
  }

  @Test
  void chartsAreSavedAsFilesOfTheirOwn() throws IOException {
    openWide(List.of(Pages.parameters(1)));
    catchFiles();
    browser.click("[data-save=svg]");
    browser.click("[data-save=png]");
    browser.evaluate(
        "new Promise(done => { const t = setInterval(() => { if (saved.length === 2) {"
            + " clearInterval(t); done(); } }, 50); })");

    assertThat(text("names.join()"))
        .isEqualTo("time-by-benchmark-us-op.svg,time-by-benchmark-us-op.png");
    assertThat(text("saved[0].text()"))
        .startsWith("<svg")
        .contains("Time by benchmark", "AMD EPYC 7R13", "xmlns=\"http://www.w3.org/2000/svg\"");
    assertThat(number("createImageBitmap(saved[1]).then(image => image.width)")).isEqualTo(2700);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void savedChartsOfHostileNamesAreWellFormed() throws IOException {
    openWide(List.of(Pages.hostile()));
    catchFiles();
    browser.evaluate(
        "document.querySelectorAll('[data-save=svg]').forEach(button =>"
            + " button.dispatchEvent(new MouseEvent('click', {bubbles: true})))");

    assertThat(number("saved.length")).isEqualTo(16);
    assertThat(
            text(
                "Promise.all(saved.map(blob => blob.text())).then(texts => texts.filter(text =>"
                    + " new DOMParser().parseFromString(text, 'image/svg+xml')"
                    + ".querySelector('parsererror, script, img')).join())"))
        .isEmpty();
  }

  /** Keeps what the page would save. */
  private static void catchFiles() {
    browser.evaluate(
        """
        URL.createObjectURL = (blob) => { (window.saved ||= []).push(blob); return 'blob:none'; };
        HTMLAnchorElement.prototype.click = function () { (window.names ||= []).push(this.download); };
        """);
  }

  private static void everythingIsDrawn(int charts) {
    assertThat(number("document.querySelectorAll('figure.chart').length")).isEqualTo(charts);
    assertThat(number("document.querySelectorAll('.plot svg').length")).isEqualTo(charts);
    assertThat(
            flag(
                "[...document.querySelectorAll('.plot svg')].every(svg =>"
                    + " svg.querySelectorAll('path, rect, circle').length > 3)"))
        .isTrue();
    assertThat(
            flag(
                "[...document.querySelectorAll('.plot')].every(plot => plot.role === 'img'"
                    + " && document.getElementById(plot.getAttribute('aria-labelledby')).textContent)"))
        .isTrue();
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).isEmpty();
  }

  /** At least 4.5 to 1, as WCAG 2 asks at level AA, for all text of the page. */
  private static void everyTextHasContrast() {
    assertThat(
            text(
                """
                (() => {
                  const part = (c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                  const light = (rgb) => { const [r, g, b] = rgb.match(/[\\d.]+/g).map(x => part(x / 255));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
                  const ground = (e) => { for (; e; e = e.parentElement) {
                    const c = getComputedStyle(e).backgroundColor;
                    if (!c.endsWith(', 0)')) return c; } return 'rgb(255, 255, 255)'; };
                  const bad = [];
                  for (const e of document.querySelectorAll('body *:not(script):not(svg *)')) {
                    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
                    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))];
                    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                    if (ratio < 4.5) bad.push(`${e.tagName} ${e.className} ${ratio}`);
                  }
                  return bad.join('; ');
                })()
                """))
        .isEmpty();
  }

  private static String chartInk() {
    return text("document.querySelector('.plot svg text').getAttribute('fill')");
  }

  private static String sort(String header) {
    return text("document.querySelector('" + header + "').getAttribute('aria-sort')");
  }

  private static List<String> column(int number) {
    return List.of(
        text("[...document.querySelectorAll('#w0-table tbody tr > :nth-child("
                + number
                + ")')].map(cell => cell.textContent).join('|')")
            .split("\\|", -1));
  }

  private static void openWide(List<Run> runs) throws IOException {
    browser.media("screen", "light");
    browser.size(1400, 7000, 1); // so tall that all charts are in view
    open(runs);
  }

  private static void open(List<Run> runs) throws IOException {
    Path page = folder.resolve("page-" + System.nanoTime() + ".html");
    browser.open(Files.writeString(page, Report.html(runs, "Page")));
  }

  private static String text(String expression) {
    return browser.evaluate(expression).asString("");
  }

  private static int number(String expression) {
    return browser.evaluate(expression).asInt(-1);
  }

  private static boolean flag(String expression) {
    return browser.evaluate(expression).asBoolean(false);
  }
}
