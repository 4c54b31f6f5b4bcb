package org.calque.mutation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An undamaged trace, cut into its nodes. A character stands for one byte, so that text that is no
 * UTF-8 can be made, too.
 *
 * @param name where it is from
 * @param head up to the first node
 * @param separator between nodes
 * @param nodes the nodes' objects, in the order of the file
 * @param tail what follows the last node
 */
record SourceTrace(String name, String head, String separator, List<String> nodes, String tail) {
  private static final Pattern NODES = Pattern.compile("\"nodes\"\\s*:\\s*\\[");
  private static final Pattern ID = Pattern.compile("\"id\": ?(\\d+)");
  private static final Pattern PARENT = Pattern.compile("\"(?:ctrl_deps|parent)\": ?(\\d+)");

  static SourceTrace of(String name, byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    Matcher start = NODES.matcher(text);
    if (!start.find()) {
      throw new IllegalArgumentException(name + " has no nodes");
    }
    List<String> nodes = new ArrayList<>();
    int first = text.indexOf('{', start.end());
    int next = first;
    int end = first;
    String separator = ",";
    while (true) {
      if (nodes.size() == 1) {
        separator = text.substring(end, next);
      }
      end = objectEnd(text, next);
      nodes.add(text.substring(next, end));
      int after = afterSpace(text, end);
      if (text.charAt(after) != ',') {
        break;
      }
      next = afterSpace(text, after + 1);
    }
    return new SourceTrace(name, text.substring(0, first), separator, nodes, text.substring(end));
  }

  private static int afterSpace(String text, int start) {
    int next = start;
    while (text.charAt(next) <= ' ') {
      next++;
    }
    return next;
  }

  private static int objectEnd(String text, int start) {
    int depth = 0;
    boolean quoted = false;
    for (int i = start; ; i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted) {
        i += c == '\\' ? 1 : 0;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
  }

  /** The same trace with other nodes. */
  SourceTrace with(List<String> otherNodes) {
    return new SourceTrace(name, head, separator, otherNodes, tail);
  }

  /** The same trace with another node at that place. */
  SourceTrace with(int index, String node) {
    List<String> other = new ArrayList<>(nodes);
    other.set(index, node);
    return with(other);
  }

  String text() {
    return head + String.join(separator, nodes) + tail;
  }

  /** Where each node ends in the text. */
  int[] ends() {
    int[] ends = new int[nodes.size()];
    int end = head.length() - separator.length();
    for (int i = 0; i < ends.length; i++) {
      end += separator.length() + nodes.get(i).length();
      ends[i] = end;
    }
    return ends;
  }

  /** The id of the node at that place. */
  long id(int index) {
    return number(ID, nodes.get(index));
  }

  private static long number(Pattern pattern, String node) {
    Matcher matcher = pattern.matcher(node);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
  }

  /** A run of neighbouring nodes with all that enclose them; a small trace stays whole. */
  SourceTrace window(Random random) {
    int size = 80 + random.nextInt(240);
    if (nodes.size() <= size + size / 2) {
      return this;
    }
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      places.put(id(i), i);
    }
    int start = random.nextInt(nodes.size() - size);
    TreeSet<Integer> chosen = new TreeSet<>();
    for (int i = start; i < start + size; i++) {
      Integer place = i;
      while (place != null && chosen.add(place)) {
        place = places.get(number(PARENT, nodes.get(place)));
      }
    }
    SourceTrace window = with(chosen.stream().map(nodes::get).toList());
    return new SourceTrace(name + "@" + start, head, separator, window.nodes(), tail);
  }
}
