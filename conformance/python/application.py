# An application: the root context, its routes, how it boots, and how it answers a request from either door.

import asyncio
import re
from urllib.parse import parse_qsl, unquote

from contexts import DECLARATIONS, Context
from exchange import Exchange
from language import Scope, evaluate, run_program, settle
from schemas import PARTS, Validator
from server import Server
from values import UNDEFINED, Failure, member, to_json

SETTLED = ("error_handler", "formatter", "reply_serializer")


class Route:
    def __init__(self, context, method, url, options):
        self.context, self.method, self.url, self.options = context, method, url, options
        self.handler, self.error_handler = options.get("handler"), options.get("errorHandler")
        self.own_hooks = options.get("hooks", [])
        self.validators, self.serializers, self.settled = {}, {}, None
        self.pattern = re.compile("".join(segment(one) for one in re.split(r"(/|:\w+|\*)", url) if one) + r"\Z")

    def settle(self):
        """In its turn among plugins and after callbacks: what they set later is too late for this route."""
        self.settled = {name: getattr(self.context, name) for name in SETTLED}

    def setting(self, name):
        return self.settled[name] if self.settled else getattr(self.context, name)

    def hooks(self, name):
        return [*self.context.hooks[name], *(one for own, one in self.own_hooks if own == name)]

    def compile(self):
        """At ready, when all is declared: a schema that is wrong fails the boot."""
        schema = dict(self.options.get("schema") or {})
        if "query" in schema:
            schema["querystring"] = schema.pop("query")
        for part in PARTS:
            if part in schema:
                self.validators[part] = self.validator(schema[part], part)
        for status, one in (schema.get("response") or {}).items():
            self.serializers[status.lower()] = self.serializer(one, status)

    def validator(self, schema, part):
        compiler = self.options.get("validatorCompiler") or self.context.validator_compiler
        if compiler:
            definition = {"schema": schema, "method": self.method, "url": self.url, "httpPart": part}
            return own_judge(compiler(self.context, definition))
        validator = Validator(schema, self.context.schemas)

        async def judge(value):
            changed, error = validator.judge({} if value is UNDEFINED else value)
            return changed, None if error is None else [error]

        return judge

    def serializer(self, schema, status):
        compiler = self.options.get("serializerCompiler") or self.context.serializer_compiler
        if compiler:
            definition = {"schema": schema, "method": self.method, "url": self.url, "httpStatus": status}
            write = compiler(self.context, definition)
            return lambda payload: write(self.context, payload)
        validator = Validator(schema, self.context.schemas)
        return lambda payload: to_json(only_declared(validator, validator.root, payload))

    def serializer_for(self, status):
        for key in (str(status), f"{status // 100}xx", "default"):
            if key in self.serializers:
                return self.serializers[key]
        return None


def segment(text):
    if text == "*":
        return "(?P<wildcard>.*)"
    return f"(?P<{text[1:]}>[^/]+)" if text.startswith(":") else re.escape(text)


def own_judge(function):
    """A validator of the application: true, {value} or {error}; false, or its errors, where it refuses."""

    async def judge(value):
        result = await settle(function(UNDEFINED, value))
        error = member(result, "error")
        if error is not UNDEFINED and error is not None:
            return value, error if isinstance(error, (Failure, list)) else [{"instancePath": "", "message": str(error)}]
        changed = member(result, "value")
        return value if changed is UNDEFINED else changed, None

    return judge


def only_declared(validator, schema, value):
    """What a response schema lets out of a value."""
    if not isinstance(schema, dict):
        return value
    if "$ref" in schema:
        schema, _ = validator.resolve(schema["$ref"], validator.root)
    if isinstance(value, dict) and ("properties" in schema or schema.get("type") == "object"):
        known, extra = schema.get("properties", {}), schema.get("additionalProperties", False)
        return {
            key: only_declared(validator, known.get(key, extra), item)
            for key, item in value.items()
            if key in known or extra not in (False, None)
        }
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [only_declared(validator, schema["items"], item) for item in value]
    if schema.get("type") == "string" and not isinstance(value, str):
        return "" if value is None else to_json(value)
    return value


class World:
    """What all programs of one application share: what they leave behind, and what they wait for."""

    def __init__(self):
        self.declarations = DECLARATIONS
        self.trace, self.probes, self.log, self.gates, self.tasks = [], {}, [], {}, set()

    def gate(self, name):
        return self.gates.setdefault(name, asyncio.Event())

    def spawn(self, run):
        task = asyncio.ensure_future(run)
        self.tasks.add(task)
        task.add_done_callback(lambda done: (self.tasks.discard(done), done.cancelled() or done.exception()))
        return task


class Application:
    def __init__(self, doc):
        self.world, self.routes, self.server, self.booting = World(), [], None, None
        self.root = Context(self)
        self.scope = Scope(self.world, None, {"app": self.root})
        self.after_ready = doc.get("afterReady")
        # The root program begins at once and may wait for its plugins; the boot waits for it.
        self.started = self.world.spawn(run_program(doc["do"], self.scope))

    def add_route(self, context, methods, url, options):
        path = context.prefix + url if url != "/" or not context.prefix else context.prefix
        for method in methods:
            route = Route(context, method, path, options)
            self.routes.append(route)
            context.queue.append(("route", route))

    async def ready(self):
        self.booting = self.booting or asyncio.ensure_future(self.boot())
        await self.booting

    async def boot(self):
        await self.started
        await self.root.load()
        for route in self.routes:
            route.compile()
        for context in self.root.family():
            for hook in context.hooks["onReady"]:
                await settle(hook(context))

    async def listen(self, options):
        await self.ready()
        wanted = evaluate(options, self.scope) or {}
        self.server = Server(self.answer)
        return await self.server.start(wanted.get("host", "127.0.0.1"), wanted.get("port", 0))

    async def run(self, program):
        done = await run_program(program, self.scope)
        return done[0] if done else UNDEFINED

    async def close(self):
        if self.server:
            await self.server.stop()
            self.server = None
        for context in self.root.family():
            for hook in reversed(context.hooks["onClose"] if context is self.root else []):
                await settle(hook(context))

    def forget(self):
        for task in list(self.world.tasks):
            task.cancel()

    async def answer(self, method, url, headers, body):
        """The answer of this application: status, pairs of headers, body. Both doors lead here."""
        await self.ready()
        path, _, query = url.partition("?")
        route, params = self.find(method, path)
        raw = {"method": method, "url": url, "headers": headers}
        exchange = Exchange(self, route or self.missing(method, path), raw, params, read_query(query))
        answer = await exchange.answer(body)
        self.world.spawn(exchange.finish())
        return answer

    def find(self, method, path):
        for wanted in (method, "GET") if method == "HEAD" else (method,):
            found = [(one, one.pattern.match(path)) for one in self.routes if one.method == wanted]
            found = [(one, match) for one, match in found if match]
            if found:
                # What names more of the path goes first.
                route, match = min(found, key=lambda pair: (pair[0].url.count("*"), pair[0].url.count(":")))
                return route, {("*" if k == "wildcard" else k): unquote(v) for k, v in match.groupdict().items()}
        return None, {}

    def context_of(self, path):
        """The innermost context with a prefix that the path is under, and a handler of its own."""
        fits = [
            one
            for one in self.root.family()
            if one.not_found and (path == one.prefix or path.startswith(one.prefix + "/") or not one.prefix)
        ]
        return max(fits, key=lambda one: len(one.prefix)) if fits else self.root

    def missing(self, method, path):
        context = self.context_of(path)
        return Route(context, method, path.replace("*", "").replace(":", ""), {"handler": self.not_found_handler(context)})

    def not_found_handler(self, context):
        if context.not_found:
            return context.not_found

        def default(this, request, reply):
            reply.code(404)
            message = f"Route {member(request, 'method')}:{member(request, 'url')} not found"
            return {"message": message, "error": "Not Found", "statusCode": 404}

        return default

    def not_found_of(self, context, url):
        found = self.context_of(url.partition("?")[0])
        return lambda exchange: exchange.call(self.not_found_handler(found), exchange.request, exchange.reply)


def read_query(text):
    query = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        before = query.get(name)
        query[name] = value if before is None else [*(before if isinstance(before, list) else [before]), value]
    return query
