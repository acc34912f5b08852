// The operators of values: {"$get": "request.url"} and the like.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

final class Operators {
  interface Operator {
    Object of(Object operand, Language.Scope scope);
  }

  static final Map<String, Operator> ALL = new HashMap<>();

  /** Words of FORMAT.md that are not here: a value that is not what it says is told at once. */
  static final Set<String> MISSING =
      Set.of(("$stream $webStream $response $bigint $symbol $typedArray $date $map $set $promise $behaviour $regexp $circular "
          + "$throwingGetter $thenable $toJSON $frozen $app $logger $pino $log $signal $within $pipe $plugin $sharedSchemas "
          + "$sharedSchema").split(" "));

  private Operators() {}

  private static List<Object> each(Object operand, Language.Scope scope) {
    return Language.asList(Language.evaluate(operand, scope));
  }

  private static Object pathOrValue(Object operand, Language.Scope scope) {
    return operand instanceof Map ? Language.evaluate(operand, scope) : scope.get(operand);
  }

  private static String text(Object value) {
    return value instanceof Double ? Json.number((Double) value) : String.valueOf(value);
  }

  private static boolean has(List<Object> pair) {
    return pair.get(0) instanceof Map && Language.asMap(pair.get(0)).containsKey(pair.get(1));
  }

  private static boolean same(Object a, Object b) {
    return a == b || (a instanceof String || a instanceof Double || a instanceof Boolean) && a.equals(b);
  }

  private static Object error(Object form) {
    Map<String, Object> given = form instanceof String ? Map.of("message", form) : Language.asMap(form);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", given.getOrDefault("name", given.getOrDefault("class", "Error")));
    fields.put("message", given.getOrDefault("message", ""));
    for (String key : List.of("code", "statusCode", "status", "headers"))
      if (given.containsKey(key)) fields.put(key, given.get(key));
    if (given.containsKey("props")) fields.putAll(Language.asMap(given.get("props")));
    return new Language.ErrorValue(fields);
  }

  private static Object visible(Object operand, Language.Scope scope) {
    Map<String, Object> wide = operand instanceof Map ? Language.asMap(operand) : Map.of("on", "request", "names", operand);
    Object target = scope.get(wide.getOrDefault("on", "request"));
    Map<String, Object> seen = new LinkedHashMap<>();
    for (String name : Language.keysOf(wide.get("names"))) {
      Object value = Language.member(target, name);
      seen.put(name, value == Language.UNDEFINED ? "<undefined>" : value);
    }
    return seen;
  }

  private static Object pick(List<Object> pair) {
    Map<String, Object> picked = new LinkedHashMap<>();
    for (String key : Language.keysOf(pair.get(1))) picked.put(key, Language.member(pair.get(0), key));
    return picked;
  }

  static {
    ALL.put("$literal", (o, s) -> o);
    ALL.put("$undefined", (o, s) -> Language.UNDEFINED);
    ALL.put("$number", (o, s) -> Double.valueOf(o.toString()));
    ALL.put("$get", (o, s) -> s.get(o));
    ALL.put("$type", (o, s) -> Language.typeOf(o instanceof Map || o instanceof String || o instanceof List ? pathOrValue(o, s) : o));
    ALL.put("$defined", (o, s) -> pathOrValue(o, s) != Language.UNDEFINED);
    ALL.put("$visible", Operators::visible);
    ALL.put("$call", (o, s) -> {
      List<Object> parts = Language.asList(o);
      return s.call(parts.get(0), each(parts.subList(1, parts.size()), s));
    });
    ALL.put("$concat", (o, s) -> each(o, s).stream().map(Operators::text).collect(Collectors.joining()));
    ALL.put("$add", (o, s) -> each(o, s).stream().mapToDouble(one -> one instanceof Double ? (Double) one : 0).sum());
    ALL.put("$not", (o, s) -> !Language.truthy(Language.evaluate(o, s)));
    ALL.put("$and", (o, s) -> Language.asList(o).stream().allMatch(one -> Language.truthy(Language.evaluate(one, s))));
    ALL.put("$eq", (o, s) -> Language.describe(each(o, s).get(0)) == null
        ? each(o, s).get(1) == null
        : Language.describe(each(o, s).get(0)).equals(Language.describe(each(o, s).get(1))));
    ALL.put("$same", (o, s) -> {
      List<Object> pair = each(o, s);
      return same(pair.get(0), pair.get(1));
    });
    ALL.put("$keys", (o, s) -> new ArrayList<Object>(Language.asMap(Language.evaluate(o, s)).keySet()));
    ALL.put("$sorted", (o, s) -> new ArrayList<Object>(each(o, s).stream().sorted().collect(Collectors.toList())));
    ALL.put("$has", (o, s) -> has(each(o, s)));
    ALL.put("$own", (o, s) -> has(each(o, s)));
    ALL.put("$pick", (o, s) -> pick(each(o, s)));
    ALL.put("$json", (o, s) -> Json.write(Language.evaluate(o, s)));
    ALL.put("$parse", (o, s) -> Json.read(text(Language.evaluate(o, s))));
    ALL.put("$describe", (o, s) -> Language.describe(Language.evaluate(o, s)));
    ALL.put("$repeat", (o, s) -> text(Language.asList(o).get(0)).repeat(((Double) Language.asList(o).get(1)).intValue()));
    ALL.put("$buffer", (o, s) -> Language.bytes(o.toString()));
    ALL.put("$bytes", (o, s) -> Language.fromBase64(o.toString()));
    ALL.put("$nullPrototype", (o, s) -> Language.evaluate(o, s));
    ALL.put("$inherits", (o, s) -> each(o, s).get(1));
    ALL.put("$error", (o, s) -> error(Language.evaluate(o, s)));
    ALL.put("$function", (o, s) -> Language.function(o, s, List.of(), "sync"));
    ALL.put("$fn", (o, s) -> (Language.Function) (self, args) -> Language.UNDEFINED);
  }
}
