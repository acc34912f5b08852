// The case language: evaluates values and runs programs (spec/FORMAT.md). Programs run in one thread each, so an async function only waits.

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

final class Language {
  /** The one value of JavaScript that neither JSON nor Java has. */
  static final Object UNDEFINED = new Object() {
    @Override
    public String toString() {
      return "undefined";
    }
  };

  interface Function {
    Object call(Object self, List<Object> args);
  }

  /** What was thrown: an error with its fields, or any other value. */
  static final class Failure extends RuntimeException {
    final Object thrown;

    Failure(Object thrown) {
      super(String.valueOf(thrown));
      this.thrown = thrown == null ? null : thrown;
    }

    static Failure error(String name, String message) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("message", message);
      return new Failure(new ErrorValue(fields));
    }

    Object own() {
      return thrown;
    }
  }

  static final class ErrorValue extends LinkedHashMap<String, Object> {
    ErrorValue(Map<String, Object> fields) {
      super(fields);
    }
  }

  /** What all programs of one application leave behind, and what they wait for. */
  static final class World {
    final List<Object> trace = Collections.synchronizedList(new ArrayList<>());
    final Map<String, Object> probes = Collections.synchronizedMap(new LinkedHashMap<>());
    final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    final Deque<Runnable> later = new ArrayDeque<>();
    /** The statements that declare, by their main word. */
    final Map<String, Statement> declarations = new HashMap<>();

    CountDownLatch gate(String name) {
      return gates.computeIfAbsent(name, any -> new CountDownLatch(1));
    }

    /** What was put off until after the turn. */
    void turn() {
      for (Runnable next = later.poll(); next != null; next = later.poll()) next.run();
    }
  }

  interface Statement {
    void run(Map<String, Object> statement, Scope scope);
  }

  static final class Scope {
    final World world;
    final Scope parent;
    final Map<String, Object> names;

    Scope(World world, Scope parent, Map<String, Object> names) {
      this.world = world;
      this.parent = parent;
      this.names = new HashMap<>(names);
    }

    Scope owner(String name) {
      for (Scope scope = this; scope != null; scope = scope.parent) if (scope.names.containsKey(name)) return scope;
      return null;
    }

    Object get(Object path) {
      List<String> keys = keysOf(path);
      Scope owner = owner(keys.get(0));
      Object value = owner == null ? UNDEFINED : owner.names.get(keys.get(0));
      for (String key : keys.subList(1, keys.size())) value = member(value, key);
      return value;
    }

    void set(Object path, Object value) {
      List<String> keys = keysOf(path);
      String last = keys.get(keys.size() - 1);
      if (keys.size() == 1) {
        Scope owner = owner(last);
        (owner == null ? this : owner).names.put(last, value);
        return;
      }
      Object target = get(keys.subList(0, keys.size() - 1));
      if (!(target instanceof Map)) throw Failure.error("TypeError", "Cannot set properties of " + typeOf(target));
      asMap(target).put(last, value);
    }

    Object call(Object path, List<Object> args) {
      List<String> keys = keysOf(path);
      Object function = get(keys);
      if (!(function instanceof Function)) throw Failure.error("TypeError", String.join(".", keys) + " is not a function");
      Object self = keys.size() > 1 ? get(keys.subList(0, keys.size() - 1)) : UNDEFINED;
      return ((Function) function).call(self, args);
    }
  }

  static List<String> keysOf(Object path) {
    if (path instanceof String) return List.of(((String) path).split("\\."));
    List<String> keys = new ArrayList<>();
    for (Object key : (List<?>) path) keys.add(key.toString());
    return keys;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> asMap(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> asList(Object value) {
    return (List<Object>) value;
  }

  /** value.key, and undefined where there is none. */
  static Object member(Object value, String key) {
    if (value instanceof Map) return asMap(value).getOrDefault(key, UNDEFINED);
    int size = value instanceof List ? asList(value).size() : value instanceof String ? ((String) value).length() : -1;
    if (size < 0) return UNDEFINED;
    if (key.equals("length")) return (double) size;
    if (!key.matches("\\d{1,9}") || Integer.parseInt(key) >= size) return UNDEFINED;
    int at = Integer.parseInt(key);
    return value instanceof List ? asList(value).get(at) : ((String) value).substring(at, at + 1);
  }

  static String typeOf(Object value) {
    if (value == null) return "null";
    if (value == UNDEFINED) return "undefined";
    if (value instanceof ErrorValue) return "error";
    if (value instanceof List) return "array";
    if (value instanceof byte[]) return "buffer";
    if (value instanceof Function) return "function";
    if (value instanceof Double) return "number";
    return value instanceof String ? "string" : value instanceof Boolean ? "boolean" : "object";
  }

  static boolean truthy(Object value) {
    if (value instanceof Double) return (Double) value != 0 && !((Double) value).isNaN();
    return value != null && value != UNDEFINED && !value.equals(false) && !value.equals("");
  }

  /** A value as JSON, as FORMAT.md has it under Values. */
  static Object describe(Object value) {
    if (value == UNDEFINED) return "<undefined>";
    if (value instanceof Function) return "<function>";
    if (value instanceof Double && !Json.finite((Double) value))
      return ((Double) value).isNaN() ? "<NaN>" : (Double) value > 0 ? "<Infinity>" : "<-Infinity>";
    if (value instanceof Double && 1 / (Double) value == Double.NEGATIVE_INFINITY) return "<-0>";
    if (value instanceof byte[]) {
      StringBuilder hex = new StringBuilder("<bytes ");
      for (byte one : (byte[]) value) hex.append(String.format("%02x", one));
      return hex.append('>').toString();
    }
    if (value instanceof List) {
      List<Object> shown = new ArrayList<>();
      for (Object item : (List<?>) value) shown.add(describe(item));
      return shown;
    }
    if (!(value instanceof Map)) return value;
    Map<String, Object> shown = new LinkedHashMap<>();
    asMap(value).forEach((key, item) -> shown.put(key, describe(item)));
    return shown;
  }

  static Object evaluate(Object value, Scope scope) {
    if (value instanceof List) {
      List<Object> list = new ArrayList<>();
      for (Object item : (List<?>) value) list.add(evaluate(item, scope));
      return list;
    }
    if (!(value instanceof Map)) return value;
    Map<String, Object> map = asMap(value);
    if (map.size() == 1) {
      String key = map.keySet().iterator().next();
      if (Operators.ALL.containsKey(key)) return Operators.ALL.get(key).of(map.get(key), scope);
      if (Operators.MISSING.contains(key)) throw Failure.error("Error", "the Java adapter has no " + key);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    map.forEach((key, item) -> result.put(key, evaluate(item, scope)));
    return result;
  }

  /** A function of the application; `form` is a program, or an object with `do`, `params` and `style`. */
  static Function function(Object form, Scope scope, List<String> params, String style) {
    Map<String, Object> wide = form instanceof Map ? asMap(form) : Map.of("do", form);
    boolean sync = wide.getOrDefault("style", style).equals("sync");
    List<String> names = wide.containsKey("params") ? keysOf(wide.get("params")) : params;
    return (self, args) -> {
      Map<String, Object> inner = new HashMap<>();
      inner.put("this", self);
      inner.put("args", args);
      inner.put("$sync", sync);
      for (int at = 0; at < names.size(); at++) inner.put(names.get(at), at < args.size() ? args.get(at) : UNDEFINED);
      return Program.run(asList(wide.get("do")), new Scope(scope.world, scope, inner));
    };
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] fromBase64(String text) {
    return Base64.getDecoder().decode(text);
  }
}
