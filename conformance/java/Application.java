// An application: routes with programs, and how a request is answered. A small framework; put your own in its place.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

final class Application {
  /** What leaves: a status, headers, and the bytes of the body. */
  static final class Answer {
    int status = 200;
    final Map<String, String> headers = new LinkedHashMap<>();
    byte[] body = new byte[0];
  }

  private static final class Route {
    String method;
    String[] path;
    Language.Function handler;
  }

  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head", "options");

  final Language.World world = new Language.World();
  private final Language.Scope scope = new Language.Scope(world, null, Map.of("app", new HashMap<>()));
  private final List<Route> routes = new ArrayList<>();
  private HttpServer server;

  Application(Map<String, Object> doc) {
    for (String method : METHODS) world.declarations.put(method, (s, around) -> route(method, s, around));
    declareReplies();
    run(Language.asList(doc.get("do")));
  }

  Object run(List<Object> program) {
    Object value = Program.run(program, scope);
    world.turn();
    return value;
  }

  private void route(String method, Map<String, Object> s, Language.Scope around) {
    for (String word : List.of("schema", "options", "hooks", "errorHandler"))
      if (s.containsKey(word)) throw Language.Failure.error("Error", "the Java adapter has no " + word + " of a route");
    Route route = new Route();
    route.method = method.toUpperCase();
    route.path = Language.evaluate(s.get(method), around).toString().split("/", -1);
    route.handler = Language.function(s.get("do"), around, List.of("request", "reply"), "async");
    routes.add(route);
  }

  /** The statements that answer: they write into the reply that a handler sees. */
  private void declareReplies() {
    world.declarations.put("code", (s, around) -> reply(around).put("code", Language.evaluate(s.get("code"), around)));
    world.declarations.put("send", (s, around) -> reply(around).put("sent", Language.evaluate(s.get("send"), around)));
    world.declarations.put("type", (s, around) -> header(around, "content-type", Language.evaluate(s.get("type"), around)));
    world.declarations.put("header", (s, around) -> {
      List<Object> pair = Language.asList(Language.evaluate(s.get("header"), around));
      header(around, pair.get(0).toString().toLowerCase(), pair.get(1));
    });
  }

  private static Map<String, Object> reply(Language.Scope around) {
    return Language.asMap(around.get("reply"));
  }

  private static void header(Language.Scope around, String name, Object value) {
    Language.asMap(reply(around).get("headers")).put(name, value instanceof Double ? Json.number((Double) value) : value.toString());
  }

  Answer answer(String method, String url, Map<String, Object> headers, byte[] body) {
    String[] parts = url.split("\\?", 2);
    Map<String, Object> params = new LinkedHashMap<>();
    Route found = find(method, parts[0].split("/", -1), params);
    if (found == null) return failed(404, "Not Found", "Route " + method + ":" + url + " not found", null);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("method", method);
    request.put("url", url);
    request.put("headers", headers);
    request.put("params", params);
    request.put("query", query(parts.length > 1 ? parts[1] : ""));
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("headers", new LinkedHashMap<String, Object>());
    try {
      Object type = headers.getOrDefault("content-type", "");
      if (body.length > 0) request.put("body", parsed(type.toString(), new String(body, StandardCharsets.UTF_8)));
      Object returned = found.handler.call(scope.get("app"), Program.listOf(request, reply));
      if (!reply.containsKey("sent")) reply.put("sent", returned);
      return written(reply);
    } catch (Language.Failure error) {
      return failed(error.thrown);
    } finally {
      world.turn();
    }
  }

  private static Object parsed(String type, String text) {
    if (type.startsWith("text/plain")) return text;
    try {
      if (type.startsWith("application/json")) return Json.read(text);
    } catch (IllegalArgumentException error) {
      throw refused(400, "FST_ERR_CTP_INVALID_JSON_BODY", "Body is not valid JSON");
    }
    throw refused(415, "FST_ERR_CTP_INVALID_MEDIA_TYPE", "Unsupported Media Type");
  }

  private static Language.Failure refused(int status, String code, String message) {
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("name", "Error", "message", message, "code", code));
    fields.put("statusCode", (double) status);
    return new Language.Failure(new Language.ErrorValue(fields));
  }

  private Route find(String method, String[] path, Map<String, Object> params) {
    for (Route route : routes)
      if (route.method.equals(method) && fits(route.path, path, params)) return route;
    return method.equals("HEAD") ? find("GET", path, params) : null;
  }

  private static boolean fits(String[] wanted, String[] path, Map<String, Object> params) {
    if (wanted.length != path.length) return false;
    for (int at = 0; at < path.length; at++) {
      if (wanted[at].startsWith(":") && !path[at].isEmpty())
        params.put(wanted[at].substring(1), URLDecoder.decode(path[at].replace("+", "%2B"), StandardCharsets.UTF_8));
      else if (!wanted[at].equals(path[at])) return false;
    }
    return true;
  }

  private static Map<String, Object> query(String text) {
    Map<String, Object> query = new LinkedHashMap<>();
    for (String part : text.split("&")) {
      if (part.isEmpty()) continue;
      String[] pair = part.split("=", 2);
      String value = pair.length > 1 ? URLDecoder.decode(pair[1], StandardCharsets.UTF_8) : "";
      Object before = query.get(pair[0]);
      List<Object> all = before instanceof List ? Language.asList(before) : new ArrayList<>();
      if (before instanceof String) all.add(before);
      all.add(value);
      query.put(URLDecoder.decode(pair[0], StandardCharsets.UTF_8), before == null ? value : all);
    }
    return query;
  }

  private static Answer written(Map<String, Object> reply) {
    Object payload = reply.get("sent");
    if (payload instanceof Language.ErrorValue) return failed(payload);
    Answer answer = new Answer();
    if (reply.get("code") instanceof Double) answer.status = ((Double) reply.get("code")).intValue();
    Language.asMap(reply.get("headers")).forEach((name, value) -> answer.headers.put(name, value.toString()));
    if (payload == Language.UNDEFINED) return answer;
    boolean bare = payload instanceof String || payload instanceof byte[];
    String type = payload instanceof String ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
    answer.headers.putIfAbsent("content-type", payload instanceof byte[] ? "application/octet-stream" : type);
    answer.body = payload instanceof byte[] ? (byte[]) payload : Language.bytes(bare ? payload.toString() : Json.write(payload));
    answer.headers.put("content-length", String.valueOf(answer.body.length));
    return answer;
  }

  private static Answer failed(Object thrown) {
    Object status = Language.member(thrown, "statusCode");
    int code = status instanceof Double && (Double) status >= 400 ? ((Double) status).intValue() : 500;
    Map<Integer, String> phrases =
        Map.of(400, "Bad Request", 401, "Unauthorized", 403, "Forbidden", 404, "Not Found", 415, "Unsupported Media Type", 418, "I'm a Teapot");
    Object message = Language.member(thrown, "message");
    return failed(code, phrases.getOrDefault(code, "Internal Server Error"), message.toString(), Language.member(thrown, "code"));
  }

  private static Answer failed(int status, String error, String message, Object code) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("statusCode", (double) status);
    if (code instanceof String) body.put("code", code);
    body.put("error", error);
    body.put("message", message);
    Map<String, Object> reply = new LinkedHashMap<>(Map.of("code", (double) status, "headers", new LinkedHashMap<>()));
    reply.put("sent", body);
    return written(reply);
  }

  int listen(String host, int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(host, port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", this::serve);
    server.start();
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    Map<String, Object> headers = new LinkedHashMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), String.join(", ", values)));
    String method = exchange.getRequestMethod();
    Answer answer = answer(method, exchange.getRequestURI().toString(), headers, exchange.getRequestBody().readAllBytes());
    answer.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    boolean empty = method.equals("HEAD") || answer.body.length == 0;
    exchange.sendResponseHeaders(answer.status, empty ? -1 : answer.body.length);
    if (!empty) exchange.getResponseBody().write(answer.body);
    exchange.close();
  }

  void close() {
    if (server != null) server.stop(0);
    server = null;
  }
}
