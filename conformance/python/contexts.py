# Contexts: what is declared, who sees it, and in which order plugins load.

import re

from language import evaluate, make_function, make_plugin, settle
from values import UNDEFINED, Failure, thrown_value

REQUEST_HOOKS = ("onRequest", "preParsing", "preValidation", "preHandler", "preSerialization", "onSend", "onResponse", "onError")
OTHER_HOOKS = ("onReady", "onClose")
METHODS = ("get", "post", "put", "patch", "delete", "head")
# Copied into a child when it is born: what the parent sets later is not for it.
SETTINGS = ("error_handler", "formatter", "reply_serializer", "validator_compiler", "serializer_compiler")


def hook_kind(name):
    if name in ("preParsing", "preSerialization", "onSend"):
        return "payloadHook"
    return {"onError": "errorHook", "onReady": "plain", "onClose": "plain"}.get(name, "handler")


class Context:
    def __init__(self, app, parent=None, prefix=""):
        self.app, self.parent, self.prefix = app, parent, prefix
        self.children, self.queue = [], []
        # Seen along the chain of contexts, so that what an ancestor declares later is seen too.
        self.decorators, self.functions = {}, {"request": {}, "reply": {}}
        # Copied: a value that an ancestor declares later stays unseen.
        self.values = {kind: dict(parent.values[kind]) if parent else {} for kind in ("request", "reply")}
        self.hooks = {name: list(parent.hooks[name]) if parent else [] for name in (*REQUEST_HOOKS, *OTHER_HOOKS)}
        self.schemas = dict(parent.schemas) if parent else {}
        self.parsers = list(parent.parsers) if parent else []
        for name in SETTINGS:
            setattr(self, name, getattr(parent, name) if parent else None)
        self.not_found = None

    def member(self, name):
        """What an application reads off an instance."""
        context = self
        while context:
            if name in context.decorators:
                return context.decorators[name]
            context = context.parent
        return self.prefix if name == "prefix" else UNDEFINED

    def set_member(self, name, value):
        self.decorators[name] = value

    def fork(self, prefix=""):
        child = Context(self.app, self, self.prefix + prefix)
        self.children.append(child)
        return child

    def family(self):
        """This context and all below it."""
        yield self
        for child in self.children:
            yield from child.family()

    # declarations

    def decorate(self, name, value=UNDEFINED, *_):
        if name in self.decorators:
            raise already(name)
        self.decorators[name] = value

    def decorate_request(self, name, value=UNDEFINED, *_):
        self.decorate_exchange("request", name, value)

    def decorate_reply(self, name, value=UNDEFINED, *_):
        self.decorate_exchange("reply", name, value)

    def decorate_exchange(self, kind, name, value):
        if name in self.values[kind] or name in self.functions[kind]:
            raise already(name)
        if callable(value):
            self.functions[kind][name] = value
        else:
            self.values[kind][name] = value

    def function_of(self, kind, name):
        context = self
        while context:
            if name in context.functions[kind]:
                return context.functions[kind][name]
            context = context.parent
        return UNDEFINED

    def add_schema(self, schema):
        name = schema.get("$id") if isinstance(schema, dict) else None
        if not name:
            raise Failure("Missing schema $id property", code="FST_ERR_SCH_MISSING_ID", statusCode=500)
        family = list(self.family())
        if any(name in one.schemas for one in family):
            raise Failure(
                f"Schema with id '{name}' already declared!", code="FST_ERR_SCH_ALREADY_PRESENT", statusCode=500
            )
        for one in family:
            one.schemas[name] = schema

    def add_hook(self, name, function):
        if name not in self.hooks:
            raise Failure(f"{name} hook not supported!", code="FST_ERR_HOOK_NOT_SUPPORTED", statusCode=500)
        # In its turn: behind the plugins that were registered before it, so that their own hooks come first.
        self.queue.append(("hook", (name, function)))

    def set_error_handler(self, function):
        outer = self.parent.error_handler if self.parent else None
        self.error_handler = (function, outer)

    # loading

    async def load(self):
        """What was registered, in its order, each with all that it registers itself."""
        failed = None
        while self.queue:
            kind, item = self.queue.pop(0)
            if kind == "hook":
                name, function = item
                for one in self.family() if name in REQUEST_HOOKS else [self]:
                    one.hooks[name].append(function)
            elif kind == "route":
                item.settle()
            elif kind == "after":
                given, failed = failed, None
                await self.nested(item, self, None if given is None else thrown_value(given))
            elif failed is None:
                try:
                    await self.plugin(item)
                except Exception as error:
                    failed = error
        if failed is not None:
            raise failed

    async def plugin(self, plugin):
        context = self if plugin["wrapped"] else self.fork(str((plugin["options"] or {}).get("prefix", "")))
        await self.nested(plugin["function"], context, context, plugin["options"])

    async def nested(self, function, context, *args):
        """Runs a function; what it registers loads before what was registered beside it."""
        outer, context.queue = context.queue, []
        try:
            await settle(function(context, *args))
            await context.load()
        finally:
            context.queue = outer


def already(name):
    return Failure(f"The decorator '{name}' has already been added!", code="FST_ERR_DEC_ALREADY_PRESENT", statusCode=500)


# statements


def on(statement, scope):
    return scope.get("app")


def decorate(kind, method):
    return lambda s, scope: getattr(on(s, scope), method)(*(evaluate(one, scope) for one in s[kind]))


def add_hook(s, scope):
    name, form = s["addHook"]
    on(s, scope).add_hook(evaluate(name, scope), make_function(form, scope, hook_kind(name)))


def add_schemas(s, scope):
    for schema in evaluate(s["addSchemas"], scope):
        on(s, scope).add_schema(schema)


def register(s, scope):
    context = on(s, scope)
    context.queue.append(("plugin", make_plugin(s["register"], scope)))
    return context.load() if s.get("await") else UNDEFINED


def after(s, scope):
    function = make_function(s["after"], scope, "boot")
    # `this` is the instance; the error is the first argument.
    on(s, scope).queue.append(("after", lambda this, error: function(this, error)))


def setting(key, name, kind):
    return lambda s, scope: setattr(on(s, scope), name, make_function(s[key], scope, kind))


def set_not_found(s, scope):
    context = on(s, scope)
    if context.not_found:
        raise Failure("Not found handler already set", code="FST_ERR_NOT_FOUND_TWICE", statusCode=500)
    context.not_found = make_function(s["setNotFoundHandler"], scope, "handler")


def add_parser(s, scope):
    form = s["addContentTypeParser"]
    types = form["type"] if isinstance(form["type"], list) else [form["type"]]
    function = make_function(form["do"], scope, "parser")
    parse_as = (form.get("options") or {}).get("parseAs")
    for one in types:
        pattern = one
        if isinstance(one, dict):
            source = one["$regexp"]
            pattern = re.compile(source[0] if isinstance(source, list) else source)
        on(s, scope).parsers.insert(0, (pattern, function, parse_as))


def shorthand(method):
    def declare(s, scope):
        names = [one.upper() for one in METHODS] if method == "all" else [method.upper()]
        on(s, scope).app.add_route(on(s, scope), names, evaluate(s[method], scope), route_options(s, scope))

    return declare


def route(s, scope):
    options = {**evaluate(s["route"], scope), **route_options(s, scope)}
    method = options["method"]
    on(s, scope).app.add_route(on(s, scope), method if isinstance(method, list) else [method], options["url"], options)


def route_options(s, scope):
    options = dict(evaluate(s.get("options", {}), scope))
    if "schema" in s:
        options["schema"] = evaluate(s["schema"], scope)
    if "errorHandler" in s:
        options["errorHandler"] = make_function(s["errorHandler"], scope, "errorHandler")
    for name, form in s.get("hooks", []):
        options.setdefault("hooks", []).append((name, make_function(form, scope, hook_kind(name))))
    if "do" in s:
        options["handler"] = make_function(s["do"], scope, "handler")
    return options


DECLARATIONS = {
    "decorate": decorate("decorate", "decorate"),
    "decorateRequest": decorate("decorateRequest", "decorate_request"),
    "decorateReply": decorate("decorateReply", "decorate_reply"),
    "addSchema": lambda s, scope: on(s, scope).add_schema(evaluate(s["addSchema"], scope)),
    "addSchemas": add_schemas,
    "addHook": add_hook,
    "register": register,
    "after": after,
    "setErrorHandler": lambda s, scope: on(s, scope).set_error_handler(
        make_function(s["setErrorHandler"], scope, "errorHandler")
    ),
    "setSchemaErrorFormatter": setting("setSchemaErrorFormatter", "formatter", "formatter"),
    "setReplySerializer": setting("setReplySerializer", "reply_serializer", "serializer"),
    "setValidatorCompiler": setting("setValidatorCompiler", "validator_compiler", "compiler"),
    "setSerializerCompiler": setting("setSerializerCompiler", "serializer_compiler", "compiler"),
    "setNotFoundHandler": set_not_found,
    "addContentTypeParser": add_parser,
    "route": route,
    **{method: shorthand(method) for method in (*METHODS, "all")},
}
