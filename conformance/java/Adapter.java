// touchstone-adapter/1 in Java 17, standard library alone: reads commands from stdin, line by line, and answers on stdout by id.
//
//     javac -d build *.java
//     touchstone doctor 'exec:java -cp build Adapter'

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class Adapter {
  private static final String NAME = "touchstone-java";
  private static final String VERSION = "1.0.0";

  /** Of spec/capabilities.json, what is here. Cases that need anything else are skipped. */
  private static final List<String> CAPABILITIES = List.of("inject", "socket", "boot-by-hand", "gates");

  private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private static final Map<String, Application> APPS = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    // stdout is for the protocol alone.
    System.setOut(System.err);
    ExecutorService tasks = Executors.newCachedThreadPool();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Map<String, Object> command = Language.asMap(Json.read(line));
      if (command.get("cmd").equals("stop")) {
        answer(command);
        break;
      }
      // Each command is a task of its own: one that waits holds up no other.
      tasks.submit(() -> answer(command));
    }
    System.exit(0);
  }

  private static void answer(Map<String, Object> command) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("id", command.get("id"));
    try {
      said.put("ok", act(command));
    } catch (Language.Failure error) {
      said.put("error", Language.describe(error.thrown));
    } catch (Exception error) {
      System.err.println(command.get("cmd") + ": " + error);
      said.put("error", Map.of("name", "Error", "message", String.valueOf(error.getMessage())));
    }
    synchronized (OUT) {
      OUT.println(Json.write(said));
    }
  }

  private static Object act(Map<String, Object> command) throws Exception {
    Application app = command.containsKey("app") ? APPS.get(command.get("app").toString()) : null;
    switch (command.get("cmd").toString()) {
      case "start":
        Map<String, Object> implementation = Map.of("name", NAME, "version", VERSION, "language", "Java");
        return Map.of("protocol", 1.0, "implementation", implementation, "capabilities", CAPABILITIES);
      case "behaviours":
        return List.of();
      case "build":
        APPS.put(command.get("app").toString(), new Application(Language.asMap(command.get("doc"))));
        return Map.of();
      case "listen":
        Map<String, Object> options = Language.asMap(command.get("options"));
        String host = options.getOrDefault("host", "127.0.0.1").toString();
        return Map.of("host", host, "port", (double) app.listen(host, ((Double) options.getOrDefault("port", 0.0)).intValue()));
      case "inject":
        return injected(app, Language.asMap(command.get("request")));
      case "run":
        return Map.of("value", orNull(Language.describe(app.run(Language.asList(command.get("program"))))));
      case "gate":
        app.world.gate(command.get("gate").toString()).await();
        return Map.of();
      case "open":
        app.world.gate(command.get("gate").toString()).countDown();
        return Map.of();
      case "drain":
        return drained(app.world);
      case "close":
        if (Boolean.TRUE.equals(command.get("end"))) APPS.remove(command.get("app").toString());
        app.close();
        return Map.of();
      default:
        return Map.of(); // ping, ready and stop
    }
  }

  /** Map.of takes no null. */
  private static Object orNull(Object value) {
    return value == null ? NULL : value;
  }

  private static final Object NULL = Double.NaN; // written as null

  private static Object injected(Application app, Map<String, Object> request) {
    Map<String, Object> headers = new LinkedHashMap<>();
    for (Object pair : Language.asList(request.get("headers"))) {
      String name = Language.asList(pair).get(0).toString().toLowerCase();
      headers.merge(name, Language.asList(pair).get(1), (before, value) -> before + ", " + value);
    }
    StringBuilder text = new StringBuilder();
    Object body = request.get("body64");
    byte[] bytes = body == null ? new byte[0] : Language.fromBase64(body.toString());
    if (request.containsKey("chunks64")) {
      for (Object chunk : Language.asList(request.get("chunks64")))
        text.append(new String(Language.fromBase64(chunk.toString()), StandardCharsets.ISO_8859_1));
      bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
    Application.Answer answer = app.answer(request.get("method").toString(), request.get("url").toString(), headers, bytes);
    List<Object> pairs = new ArrayList<>();
    answer.headers.forEach((name, value) -> pairs.add(List.of(name, value)));
    byte[] sent = request.get("method").equals("HEAD") ? new byte[0] : answer.body;
    return Map.of("status", (double) answer.status, "headers", pairs, "body64", Base64.getEncoder().encodeToString(sent));
  }

  private static Object drained(Language.World world) {
    List<Object> trace;
    synchronized (world.trace) {
      trace = new ArrayList<>(world.trace);
      world.trace.clear();
    }
    return Map.of("trace", trace, "probes", new LinkedHashMap<>(world.probes), "log", List.of());
  }
}
