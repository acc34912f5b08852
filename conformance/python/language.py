# The case language: evaluates values, runs programs, and makes functions out of them (spec/FORMAT.md tells what each means).

import asyncio
import copy
import json

from values import UNDEFINED, Failure, Thrown, describe, fixed_bytes, make_error, member, same, set_member, text_of
from values import thrown_value, throwable, to_json, truthy, type_of

PARAMS = {
    "handler": ["request", "reply"],
    "errorHandler": ["error", "request", "reply"],
    "parser": ["request", "payload"],
    "plugin": ["app", "options"],
    "boot": ["error"],
    "compiler": ["definition"],
    "formatter": ["errors", "dataVar"],
    "serializer": ["payload", "statusCode"],
    "payloadHook": ["request", "reply", "payload"],
    "errorHook": ["request", "reply", "error"],
    "plain": [],
}
SYNC = ("boot", "compiler", "formatter", "serializer", "plain")


class Scope:
    """The names that a program sees, innermost first."""

    def __init__(self, world, parent, names):
        self.world, self.parent, self.names = world, parent, dict(names)

    def child(self, names):
        return Scope(self.world, self, names)

    def owner(self, name):
        scope = self
        while scope and name not in scope.names:
            scope = scope.parent
        return scope

    def get(self, path):
        root, *keys = path if isinstance(path, list) else path.split(".")
        owner = self.owner(root)
        value = owner.names[root] if owner else UNDEFINED
        for key in keys:
            value = member(value, key)
        return value

    def set(self, path, value):
        keys = path if isinstance(path, list) else path.split(".")
        if len(keys) == 1:
            (self.owner(keys[0]) or self).names[keys[0]] = value
        else:
            set_member(self.get(keys[:-1]), keys[-1], value)

    def call(self, path, args):
        keys = path if isinstance(path, list) else path.split(".")
        function = self.get(keys)
        if not callable(function):
            raise Failure(f"{'.'.join(keys)} is not a function", "TypeError")
        return function(self.get(keys[:-1]) if len(keys) > 1 else UNDEFINED, *args)


class Function:
    """A function of the application. Called, a sync one gives its value and an async one a coroutine."""

    def __init__(self, form, scope, kind):
        wide = form if isinstance(form, dict) else {"do": form}
        self.program, self.scope = wide["do"], scope
        self.params = wide.get("params", PARAMS[kind])
        self.style = wide.get("style", "sync" if kind in SYNC else "async")

    def __call__(self, this, *args):
        run = self.run(this, args)
        return run_sync(run) if self.style == "sync" else run

    async def run(self, this, args):
        padded = [*args, *[UNDEFINED] * len(self.params)]
        scope = self.scope.child({"this": this, "args": list(args), **dict(zip(self.params, padded))})
        done = await run_program(self.program, scope)
        return done[0] if done else UNDEFINED


def run_sync(run):
    """Drives a coroutine that must not wait."""
    try:
        run.send(None)
    except StopIteration as end:
        return end.value
    run.close()
    raise Failure("a sync function of a case cannot await")


def make_function(form, scope, kind):
    if isinstance(form, list) or (isinstance(form, dict) and "do" in form):
        return Function(form, scope, kind)
    return evaluate(form, scope)


async def settle(value):
    return await value if asyncio.iscoroutine(value) or isinstance(value, asyncio.Future) else value


# values


def evaluate(value, scope):
    if isinstance(value, list):
        return [evaluate(item, scope) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(key, operand)] = value.items()
        if key in OPERATORS:
            return OPERATORS[key](operand, scope)
        if key.startswith("$") and key in UNKNOWN:
            raise Failure(f"the Python adapter has no {key}")
    return {key: evaluate(item, scope) for key, item in value.items()}


# Words of FORMAT.md that are not here: a value that is not what it says is told at once.
UNKNOWN = tuple(
    "$stream $webStream $response $bigint $symbol $typedArray $date $map $set $promise $behaviour $regexp $circular".split()
    + "$throwingGetter $thenable $toJSON $frozen $app $logger $pino $log $signal $within $pipe".split()
)


def each(operand, scope):
    return [evaluate(item, scope) for item in operand]


def path_or_value(operand, scope):
    return scope.get(operand) if isinstance(operand, (str, list)) else evaluate(operand, scope)


def visible(operand, scope):
    on, names = ("request", operand) if isinstance(operand, list) else (operand.get("on", "request"), operand["names"])
    target = scope.get(on)
    return {name: describe(UNDEFINED) if member(target, name) is UNDEFINED else member(target, name) for name in names}


def call_value(operand, scope):
    path, *args = operand
    return scope.call(path, each(args, scope))


OPERATORS = {
    "$literal": lambda o, s: copy.deepcopy(o),
    "$undefined": lambda o, s: UNDEFINED,
    "$get": lambda o, s: s.get(o),
    "$type": lambda o, s: type_of(path_or_value(o, s)),
    "$defined": lambda o, s: path_or_value(o, s) is not UNDEFINED,
    "$visible": visible,
    "$sharedSchemas": lambda o, s: sorted(s.get("app").schemas),
    "$sharedSchema": lambda o, s: s.get("app").schemas.get(o, UNDEFINED),
    "$call": call_value,
    "$concat": lambda o, s: "".join(text_of(item) for item in each(o, s)),
    "$eq": lambda o, s: (lambda pair: describe(pair[0]) == describe(pair[1]))(each(o, s)),
    "$same": lambda o, s: same(*each(o, s)),
    "$not": lambda o, s: not truthy(evaluate(o, s)),
    "$and": lambda o, s: all(truthy(evaluate(item, s)) for item in o),
    "$add": lambda o, s: sum(item or 0 for item in each(o, s)),
    "$keys": lambda o, s: list(evaluate(o, s)),
    "$sorted": lambda o, s: sorted(evaluate(o, s)),
    "$has": lambda o, s: (lambda pair: member(pair[0], pair[1]) is not UNDEFINED)(each(o, s)),
    "$own": lambda o, s: (lambda pair: isinstance(pair[0], dict) and pair[1] in pair[0])(each(o, s)),
    "$json": lambda o, s: to_json(evaluate(o, s)),
    "$pick": lambda o, s: (lambda pair: {key: member(pair[0], key) for key in pair[1]})(each(o, s)),
    "$describe": lambda o, s: describe(evaluate(o, s)),
    "$parse": lambda o, s: json.loads(evaluate(o, s)),
    "$number": lambda o, s: float(o),
    "$nullPrototype": lambda o, s: evaluate(o, s),
    "$inherits": lambda o, s: evaluate(o[1], s),
    "$fn": lambda o, s: Function([], s, "plain"),
    "$repeat": lambda o, s: o[0] * o[1],
    "$buffer": lambda o, s: o.encode(),
    "$bytes": lambda o, s: fixed_bytes(o),
    "$error": lambda o, s: make_error(evaluate(o, s)),
    "$function": lambda o, s: Function(o, s, "plain"),
    "$plugin": lambda o, s: make_plugin(o, s),
}


def make_plugin(form, scope):
    """What register takes: the function, with what the wrapper and the options say of it."""
    options = evaluate(form.get("options", {}), scope)
    if "prefix" in form:
        options = {**(options or {}), "prefix": evaluate(form["prefix"], scope)}
    function = make_function(form.get("do", []), scope, "plugin")
    if form.get("style") == "sync" and isinstance(function, Function):
        function.style = "sync"
    return {"function": function, "options": options, "wrapped": bool(form.get("wrap")), "name": form.get("name", "")}


# programs


async def run_program(program, scope):
    """None at the end of the program, a tuple with the value where it returned one."""
    for statement in program:
        done = await run_statement(statement, scope)
        if done is not None:
            return done
    return None


async def run_statement(statement, scope):
    for key in statement:
        if key in CONTROL:
            return await CONTROL[key](statement, scope)
        act = ACTIONS.get(key) or scope.world.declarations.get(key)
        if act:
            value = act(statement, scope)
            if statement.get("await"):
                value = await settle(value)
            elif asyncio.iscoroutine(value):
                value = scope.world.spawn(value)
            if "as" in statement:
                scope.names[statement["as"]] = value
            return None
    raise Failure(f"the Python adapter has no statement for {sorted(statement)}")


def trace(statement, scope):
    request = scope.get("request")
    via = None if request is UNDEFINED else f"{member(request, 'method')} {member(request, 'url')}"
    scope.world.trace.append({"value": describe(evaluate(statement["trace"], scope)), "via": via})


def reply_call(method, *operands):
    return lambda statement, scope: getattr(scope.get("reply"), method)(*(evaluate(one, scope) for one in operands[0](statement)))


ACTIONS = {
    "send": reply_call("send", lambda s: [s["send"]]),
    "code": reply_call("code", lambda s: [s["code"]]),
    "header": reply_call("header", lambda s: s["header"]),
    "type": reply_call("type", lambda s: [s["type"]]),
    "redirect": reply_call("redirect", lambda s: s["redirect"]),
    "callNotFound": reply_call("call_not_found", lambda s: []),
    "serializer": lambda s, scope: scope.get("reply").serializer(make_function(s["serializer"], scope, "serializer")),
    "set": lambda s, scope: scope.set(s["set"][0], evaluate(s["set"][1], scope)),
    "call": lambda s, scope: call_value(s["call"], scope),
    "probe": lambda s, scope: scope.world.probes.__setitem__(s["probe"][0], describe(evaluate(s["probe"][1], scope))),
    "trace": trace,
    "open": lambda s, scope: scope.world.gate(s["open"]).set(),
    "later": lambda s, scope: scope.world.spawn(run_program(s["later"], scope)),
}


async def control_return(statement, scope):
    return (evaluate(statement["return"], scope),)


async def control_throw(statement, scope):
    raise throwable(evaluate(statement["throw"], scope))


async def control_if(statement, scope):
    branch = statement.get("then") if truthy(evaluate(statement["if"], scope)) else statement.get("else")
    return await run_program(branch, scope) if branch else None


async def control_let(statement, scope):
    value = evaluate(statement["let"][1], scope)
    scope.names[statement["let"][0]] = await settle(value) if statement.get("await") else value


async def control_wait(statement, scope):
    await scope.world.gate(statement["wait"]).wait()


async def control_tick(statement, scope):
    for _ in range(statement["tick"]):
        await asyncio.sleep(0)


async def control_hang(statement, scope):
    await asyncio.Event().wait()


async def control_attempt(statement, scope):
    try:
        done = await run_program(statement["attempt"], scope)
        found = {"returned": done[0] if done else UNDEFINED}
    except (Failure, Thrown) as error:
        value = thrown_value(error)
        found = {"threw": describe(value) if isinstance(value, Failure) else value}
    if "as" in statement:
        scope.names[statement["as"]] = found
        scope.world.probes[statement["as"]] = describe(found)


CONTROL = {
    "return": control_return,
    "throw": control_throw,
    "if": control_if,
    "let": control_let,
    "wait": control_wait,
    "tick": control_tick,
    "hang": control_hang,
    "attempt": control_attempt,
}
