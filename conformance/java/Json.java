// JSON as Java values: Map, List, String, Double, Boolean and null. Also how probes show what JSON cannot hold.

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Json {
  private final String text;
  private int at = 0;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json reader = new Json(text);
    Object value = reader.value();
    reader.space();
    if (reader.at < text.length()) throw reader.wrong();
    return value;
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("no JSON at " + at);
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private boolean take(char wanted) {
    space();
    if (at >= text.length() || text.charAt(at) != wanted) return false;
    at++;
    return true;
  }

  private Object value() {
    space();
    if (at >= text.length()) throw wrong();
    switch (text.charAt(at)) {
      case '{':
        return object();
      case '[':
        return list();
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw wrong();
    at += word.length();
    return value;
  }

  private Object number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
    if (at == from) throw wrong();
    return Double.valueOf(text.substring(from, at));
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    if (take('}')) return object;
    do {
      space();
      String key = string();
      if (!take(':')) throw wrong();
      object.put(key, value());
    } while (take(','));
    if (!take('}')) throw wrong();
    return object;
  }

  private List<Object> list() {
    List<Object> list = new ArrayList<>();
    at++;
    if (take(']')) return list;
    do list.add(value());
    while (take(','));
    if (!take(']')) throw wrong();
    return list;
  }

  private String string() {
    if (!take('"')) throw wrong();
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char one = text.charAt(at++);
      out.append(one == '\\' ? escaped() : one);
    }
    if (!take('"')) throw wrong();
    return out.toString();
  }

  private char escaped() {
    char one = text.charAt(at++);
    if (one == 'u') {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    int known = "nrtbf".indexOf(one);
    return known < 0 ? one : "\n\r\t\b\f".charAt(known);
  }

  /** As JSON.stringify writes it: undefined and functions are left out, in a list they are null. */
  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(Object value, StringBuilder out) {
    if (value instanceof Map) {
      String before = "{";
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        if (isNothing(entry.getValue())) continue;
        out.append(before).append(quoted(entry.getKey().toString())).append(':');
        write(entry.getValue(), out);
        before = ",";
      }
      out.append(before.equals("{") ? "{}" : "}");
    } else if (value instanceof List) {
      String before = "[";
      for (Object item : (List<?>) value) {
        out.append(before);
        write(isNothing(item) ? null : item, out);
        before = ",";
      }
      out.append(before.equals("[") ? "[]" : "]");
    } else if (value instanceof Language.Failure) write(((Language.Failure) value).own(), out);
    else if (value instanceof Double) out.append(finite((Double) value) ? number((Double) value) : "null");
    else out.append(value == null || value instanceof Boolean ? String.valueOf(value) : quoted(value.toString()));
  }

  private static boolean isNothing(Object value) {
    return value == Language.UNDEFINED || value instanceof Language.Function;
  }

  static boolean finite(double value) {
    return !Double.isNaN(value) && !Double.isInfinite(value);
  }

  /** A number as JavaScript writes it, as far as JSON reads it as the same. */
  static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15 ? String.valueOf((long) value) : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char one : text.toCharArray()) {
      if (one == '"' || one == '\\') out.append('\\').append(one);
      else if (one < ' ') out.append(String.format("\\u%04x", (int) one));
      else out.append(one);
    }
    return out.append('"').toString();
  }
}
