# Values of the case language: what JSON cannot hold, how a value is shown as JSON, and how a member of one is read.

import base64
import json


class Undefined:
    """The one value of JavaScript that neither JSON nor Python has."""

    def __repr__(self):
        return "undefined"

    def __bool__(self):
        return False


UNDEFINED = Undefined()


class Failure(Exception):
    """An error that an application throws, or that the framework throws at it."""

    def __init__(self, message="", name="Error", **props):
        super().__init__(message)
        self.fields = {"name": name, "message": message, **props}

    def member(self, key):
        return self.fields.get(key, UNDEFINED)

    def set_member(self, key, value):
        self.fields[key] = value


class Thrown(Exception):
    """Anything else that was thrown: a text, a number, null."""

    def __init__(self, value):
        super().__init__(str(value))
        self.value = value


def thrown_value(error):
    """What was thrown, as the application sees it."""
    if isinstance(error, Thrown):
        return error.value
    if isinstance(error, Failure):
        return error
    return Failure(str(error), type(error).__name__)


def throwable(value):
    return value if isinstance(value, Failure) else Thrown(value)


def truthy(value):
    """As JavaScript has it: an empty list and an empty object are true."""
    return isinstance(value, (list, dict)) or bool(value) and value == value


def member(value, key):
    """value.key, and undefined where there is none."""
    if hasattr(value, "member"):
        return value.member(key)
    if isinstance(value, dict):
        return value.get(key, UNDEFINED)
    if isinstance(value, (list, str)):
        if key == "length":
            return len(value)
        return value[int(key)] if key.isdigit() and int(key) < len(value) else UNDEFINED
    return UNDEFINED


def set_member(target, key, value):
    if hasattr(target, "set_member"):
        target.set_member(key, value)
    elif isinstance(target, dict):
        target[key] = value
    else:
        raise Failure(f"Cannot set properties of {type_of(target)} (setting '{key}')", "TypeError")


def type_of(value):
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    for kind, name in ((bool, "boolean"), ((int, float), "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    if isinstance(value, bytes):
        return "buffer"
    if isinstance(value, Failure):
        return "error"
    return "function" if callable(value) else "object"


def describe(value):
    """A value as JSON, as FORMAT.md has it under Values."""
    if value is UNDEFINED:
        return "<undefined>"
    if isinstance(value, Failure):
        return {key: describe(item) for key, item in value.fields.items()}
    if isinstance(value, dict):
        return {key: describe(item) for key, item in value.items()}
    if isinstance(value, list):
        return [describe(item) for item in value]
    if isinstance(value, bytes):
        return f"<bytes {value.hex()}>"
    if callable(value):
        return "<function>"
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return describe_number(value)
    return f"<{type(value).__name__}>"


def describe_number(value):
    if value != value:
        return "<NaN>"
    if value in (float("inf"), float("-inf")):
        return "<Infinity>" if value > 0 else "<-Infinity>"
    if value == 0 and str(value) == "-0.0":
        return "<-0>"
    return int(value) if value.is_integer() else value


def to_json(value):
    """The JSON text of a value, as JSON.stringify writes it."""
    return json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False)


def plain(value):
    if isinstance(value, Failure):
        return {key: plain(item) for key, item in value.fields.items() if key not in ("name", "message")}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if item is not UNDEFINED and not callable(item)}
    if isinstance(value, list):
        return [None if item is UNDEFINED or callable(item) else plain(item) for item in value]
    if isinstance(value, bytes):
        return {"type": "Buffer", "data": list(value)}
    if isinstance(value, float):
        if value == 0:
            return 0
        shown = describe_number(value)
        return None if isinstance(shown, str) else shown
    return None if value is UNDEFINED else value


def same(a, b):
    """Identity, as Object.is has it: of what is not an object, equality."""
    simple = (str, int, float, bool, type(None))
    return a is b or (isinstance(a, simple) and isinstance(b, simple) and type(a) is type(b) and a == b)


def fixed_bytes(text):
    return base64.b64decode(text)


def make_error(form):
    form = {"message": form} if isinstance(form, str) else form
    props = {key: form[key] for key in ("statusCode", "status", "code", "headers") if key in form}
    name = form.get("name", form.get("class", "Error"))
    return Failure(form.get("message", ""), name, **props, **form.get("props", {}))


def text_of(value):
    return value if isinstance(value, str) else "undefined" if value is UNDEFINED else to_json(value)
