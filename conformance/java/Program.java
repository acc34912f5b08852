// Runs the statements of a program. Those that declare are the adapter's.

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class Program {
  private Program() {}

  /** How a statement ended the program; null where it goes on. */
  private static final class End {
    final Object value;

    End(Object value) {
      this.value = value;
    }
  }

  static Object run(List<Object> program, Language.Scope scope) {
    End end = steps(program, scope);
    return end == null ? Language.UNDEFINED : end.value;
  }

  private static End steps(List<Object> program, Language.Scope scope) {
    for (Object one : program) {
      End end = step(Language.asMap(one), scope);
      if (end != null) return end;
    }
    return null;
  }

  private static End step(Map<String, Object> s, Language.Scope scope) {
    for (String word : s.keySet()) {
      Object operand = s.get(word);
      switch (word) {
        case "return":
          return new End(Language.evaluate(operand, scope));
        case "throw":
          throw new Language.Failure(Language.evaluate(operand, scope));
        case "if":
          Object branch = s.get(Language.truthy(Language.evaluate(operand, scope)) ? "then" : "else");
          return branch == null ? null : steps(Language.asList(branch), scope);
        case "attempt":
          attempt(s, scope);
          return null;
        default:
          if (acted(word, s, scope)) return null;
      }
    }
    throw Language.Failure.error("Error", "the Java adapter has no statement for " + s.keySet());
  }

  /** Statements that end where they began. */
  private static boolean acted(String word, Map<String, Object> s, Language.Scope scope) {
    Object operand = s.get(word);
    Language.World world = scope.world;
    switch (word) {
      case "let":
        List<Object> pair = Language.asList(operand);
        scope.names.put(pair.get(0).toString(), Language.evaluate(pair.get(1), scope));
        return true;
      case "set":
        List<Object> to = Language.asList(operand);
        scope.set(to.get(0), Language.evaluate(to.get(1), scope));
        return true;
      case "call":
        Object value = Operators.ALL.get("$call").of(operand, scope);
        if (s.containsKey("as")) scope.names.put(s.get("as").toString(), value);
        return true;
      case "trace":
        trace(Language.evaluate(operand, scope), scope);
        return true;
      case "probe":
        List<Object> shown = Language.asList(operand);
        world.probes.put(shown.get(0).toString(), Language.describe(Language.evaluate(shown.get(1), scope)));
        return true;
      case "open":
        world.gate(operand.toString()).countDown();
        return true;
      case "wait":
        mayWait(scope);
        world.turn();
        await(world, operand.toString());
        return true;
      case "tick":
        mayWait(scope);
        world.turn();
        return true;
      case "later":
        world.later.add(() -> run(Language.asList(operand), scope));
        return true;
      default:
        Language.Statement declare = world.declarations.get(word);
        if (declare != null) declare.run(s, scope);
        return declare != null;
    }
  }

  private static void mayWait(Language.Scope scope) {
    if (Boolean.TRUE.equals(scope.get("$sync"))) throw Language.Failure.error("Error", "a sync function of a case cannot await");
  }

  private static void trace(Object value, Language.Scope scope) {
    Object request = scope.get("request");
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("value", Language.describe(value));
    entry.put("via", request == Language.UNDEFINED ? null : Language.member(request, "method") + " " + Language.member(request, "url"));
    scope.world.trace.add(entry);
  }

  private static void await(Language.World world, String gate) {
    try {
      world.gate(gate).await();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw Language.Failure.error("Error", "the application has ended");
    }
  }

  private static void attempt(Map<String, Object> s, Language.Scope scope) {
    Map<String, Object> found = new LinkedHashMap<>();
    try {
      found.put("returned", run(Language.asList(s.get("attempt")), scope));
    } catch (Language.Failure error) {
      Object thrown = error.thrown;
      found.put("threw", thrown instanceof Language.ErrorValue ? Language.describe(thrown) : thrown);
    }
    if (!s.containsKey("as")) return;
    String name = s.get("as").toString();
    scope.names.put(name, found);
    scope.world.probes.put(name, Language.describe(found));
  }

  static List<Object> listOf(Object... items) {
    return new ArrayList<>(List.of(items));
  }
}
