package org.calque.results.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What a chart shows, as the script of the page reads it. Values that are not numbers are null
 * there.
 */
public sealed interface Chart {

  /** Title, unit and what to say to those who do not see it. */
  Head head();

  /** Which of the script's charts draws it. */
  @JsonProperty
  String kind();

  /**
   * What all charts have.
   *
   * @param id unique in the page
   * @param title what is shown
   * @param unit of the values
   * @param better {@code lower is better}, {@code higher is better} or empty
   * @param summary the chart in a sentence or two
   * @param table id of the table that has the numbers
   */
  record Head(String id, String title, String unit, String better, String summary, String table) {}

  /** A value with its interval; a mark in place of one says why there is none. */
  record Mark(int row, double value, double low, double high, String text) {}

  /** Marks of one run, or of one line. */
  record Group(String name, List<Mark> marks) {}

  /** Values with intervals, a row for each thing that was measured. */
  record Intervals(Head head, List<String> rows, List<Group> groups) implements Chart {
    @Override
    public String kind() {
      return "intervals";
    }
  }

  /** Values over a parameter; the row of a mark is the number of its value. */
  record Lines(Head head, String parameter, List<String> values, List<Group> groups)
      implements Chart {
    @Override
    public String kind() {
      return "lines";
    }
  }

  /**
   * A cell.
   *
   * @param value no number where there is none
   * @param text what stands there in place of a value; null for nothing
   * @param cause why there is no value; null where nothing is to say
   */
  record Cell(int column, int row, double value, String text, String cause) {}

  /** Values over two parameters. */
  record HeatMap(
      Head head,
      String columnParameter,
      List<String> columns,
      String rowParameter,
      List<String> rows,
      List<Cell> cells)
      implements Chart {
    @Override
    public String kind() {
      return "heat";
    }
  }

  /** Shares of a whole. */
  record Bars(Head head, List<String> rows, List<Double> values, List<String> texts)
      implements Chart {
    @Override
    public String kind() {
      return "bars";
    }
  }

  /** One ratio of a comparison. */
  record Ratio(String row, double value, double low, double high, String state, String outlook) {}

  /** Ratios around 1. */
  record Forest(Head head, List<Ratio> ratios) implements Chart {
    @Override
    public String kind() {
      return "forest";
    }
  }

  /** A level that a series had, from one point up to and without another. */
  record Level(int from, int to, double value) {}

  /** A place where a series moved. */
  record Move(int at, String text, String outlook) {}

  /** A gap of a series. */
  record Gap(int at, String text) {}

  /** A series over runs. */
  record Timeline(
      Head head,
      List<String> runs,
      List<Double> values,
      List<Level> levels,
      List<Move> moves,
      List<Gap> gaps)
      implements Chart {
    @Override
    public String kind() {
      return "timeline";
    }
  }

  /**
   * What a sensor told.
   *
   * @param name of the sensor, with what it covers
   * @param seconds since the fork began; no number where the line breaks
   * @param watts at each of these
   */
  record PowerLine(String name, List<Double> seconds, List<Double> watts) {}

  /** Where an iteration was measured, in seconds; the doubt is empty where all is valid. */
  record Window(String name, double from, double to, String doubt) {}

  /** One fork: what sensors told, each on a line of its own, and when it was measured. */
  record PowerOfFork(String name, List<PowerLine> lines, List<Window> windows) {}

  /** Power over time, one fork at a time. */
  record PowerOverTime(Head head, List<PowerOfFork> forks) implements Chart {
    @Override
    public String kind() {
      return "power";
    }
  }
}
