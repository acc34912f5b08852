# JSON Schema, a useful part of draft 7: judges a value, changes it where its type can be made right, and resolves references.

import re

from values import UNDEFINED, Failure

PARTS = ("params", "body", "querystring", "headers")
SHORTHAND_ENDS = ("type", "properties", "$ref", "allOf", "anyOf", "oneOf", "not", "if", "enum", "const")


def full_form(schema):
    """A map of properties alone is short for an object schema."""
    if not isinstance(schema, dict) or not schema or any(key in schema for key in SHORTHAND_ENDS):
        return schema
    if not all(isinstance(item, dict) for item in schema.values()):
        return schema
    return {"type": "object", "properties": schema}


class Validator:
    """One schema with the shared schemas that it may refer to; a reference that leads nowhere fails here."""

    def __init__(self, schema, shared):
        self.root = full_form(schema)
        self.shared = shared
        self.check_references(self.root, self.root)

    def check_references(self, schema, base):
        if isinstance(schema, dict):
            if isinstance(schema.get("$ref"), str):
                self.resolve(schema["$ref"], base)
            for item in schema.values():
                self.check_references(item, base)
        elif isinstance(schema, list):
            for item in schema:
                self.check_references(item, base)

    def resolve(self, reference, base):
        name, _, pointer = reference.partition("#")
        target = base if name in ("", base.get("$id") if isinstance(base, dict) else "") else self.shared.get(name)
        found = target
        for step in [one for one in pointer.split("/") if one]:
            step = step.replace("~1", "/").replace("~0", "~")
            found = found.get(step) if isinstance(found, dict) else None
        if found is None:
            raise Failure(
                f"can't resolve reference {reference} from id #",
                code="FST_ERR_SCH_VALIDATION_BUILD",
                statusCode=500,
            )
        return found, target

    def judge(self, value):
        """The value as it is after coercion, and the first error or None."""
        holder = {"value": value}
        error = self.visit(self.root, self.root, value, "", holder, "value")
        return holder["value"], error

    def visit(self, schema, base, value, path, holder, key):
        if schema is True or schema == {}:
            return None
        if schema is False:
            return fault("false schema", path, "boolean schema is false")
        if "$ref" in schema:
            target, new_base = self.resolve(schema["$ref"], base)
            return self.visit(target, new_base, value, path, holder, key)
        if "type" in schema:
            value, error = coerce(schema, value, path)
            if error:
                return error
            holder[key] = value
        for check in (value_keywords, string_keywords, number_keywords):
            error = check(schema, value, path)
            if error:
                return error
        if isinstance(value, dict):
            error = self.object_keywords(schema, base, value, path)
        elif isinstance(value, list):
            error = self.array_keywords(schema, base, value, path)
        return error or self.combined(schema, base, value, path, holder, key)

    def object_keywords(self, schema, base, value, path):
        properties = schema.get("properties", {})
        for name, inner in properties.items():
            if name not in value and isinstance(inner, dict) and "default" in inner:
                value[name] = inner["default"]
        for name in schema.get("required", []):
            if name not in value:
                return fault("required", path, f"must have required property '{name}'", missingProperty=name)
        patterns = schema.get("patternProperties", {})
        extra = schema.get("additionalProperties", True)
        for name in list(value):
            inner = [properties[name]] if name in properties else []
            inner += [one for pattern, one in patterns.items() if re.search(pattern, name)]
            if not inner and extra is False:
                del value[name]  # removeAdditional, as is the default of the line
            for one in inner or ([extra] if isinstance(extra, dict) else []):
                error = self.visit(one, base, value[name], f"{path}/{name}", value, name)
                if error:
                    return error
        for keyword, wrong, word in (("minProperties", lambda a, b: a < b, "fewer"), ("maxProperties", lambda a, b: a > b, "more")):
            if keyword in schema and wrong(len(value), schema[keyword]):
                return fault(keyword, path, f"must NOT have {word} than {schema[keyword]} properties")
        return None

    def array_keywords(self, schema, base, value, path):
        for keyword, wrong, word in (("minItems", lambda a, b: a < b, "fewer"), ("maxItems", lambda a, b: a > b, "more")):
            if keyword in schema and wrong(len(value), schema[keyword]):
                return fault(keyword, path, f"must NOT have {word} than {schema[keyword]} items")
        items = schema.get("items", True)
        for index, item in enumerate(list(value)):
            inner = items if not isinstance(items, list) else items[index] if index < len(items) else True
            error = self.visit(inner, base, item, f"{path}/{index}", value, index)
            if error:
                return error
        if schema.get("uniqueItems") and any(a == b for i, a in enumerate(value) for b in value[:i]):
            return fault("uniqueItems", path, "must NOT have duplicate items")
        return None

    def combined(self, schema, base, value, path, holder, key):
        for inner in schema.get("allOf", []):
            error = self.visit(inner, base, value, path, holder, key)
            if error:
                return error
        passes = lambda inner: self.visit(inner, base, value, path, {key: value}, key) is None
        if "anyOf" in schema and not any(passes(one) for one in schema["anyOf"]):
            return fault("anyOf", path, "must match a schema in anyOf")
        if "oneOf" in schema and sum(passes(one) for one in schema["oneOf"]) != 1:
            return fault("oneOf", path, "must match exactly one schema in oneOf")
        if "not" in schema and passes(schema["not"]):
            return fault("not", path, "must NOT be valid")
        if "if" in schema:
            branch = schema.get("then", True) if passes(schema["if"]) else schema.get("else", True)
            return self.visit(branch, base, value, path, holder, key)
        return None


def fault(keyword, path, message, **params):
    return {"keyword": keyword, "instancePath": path, "message": message, "params": params}


def value_keywords(schema, value, path):
    if "enum" in schema and value not in schema["enum"]:
        return fault("enum", path, "must be equal to one of the allowed values")
    if "const" in schema and value != schema["const"]:
        return fault("const", path, "must be equal to constant")
    return None


def string_keywords(schema, value, path):
    if not isinstance(value, str):
        return None
    if len(value) < schema.get("minLength", 0):
        return fault("minLength", path, f"must NOT have fewer than {schema['minLength']} characters")
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        return fault("maxLength", path, f"must NOT have more than {schema['maxLength']} characters")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return fault("pattern", path, f'must match pattern "{schema["pattern"]}"')
    return None


LIMITS = {
    "minimum": (lambda a, b: a >= b, ">="),
    "maximum": (lambda a, b: a <= b, "<="),
    "exclusiveMinimum": (lambda a, b: a > b, ">"),
    "exclusiveMaximum": (lambda a, b: a < b, "<"),
}


def number_keywords(schema, value, path):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    for keyword, (holds, sign) in LIMITS.items():
        if keyword in schema and not holds(value, schema[keyword]):
            return fault(keyword, path, f"must be {sign} {schema[keyword]}")
    if "multipleOf" in schema and value % schema["multipleOf"] != 0:
        return fault("multipleOf", path, f"must be multiple of {schema['multipleOf']}")
    return None


def coerce(schema, value, path):
    """The value made into one of the wanted types: texts of the query string into numbers, one item into a list."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if schema.get("nullable"):
        types = [*types, "null"]
    if any(is_type(value, one) for one in types):
        return value, None
    inner = value[0] if isinstance(value, list) and len(value) == 1 and "array" not in types else value
    for one in types:
        changed = convert(inner, one)
        if changed is not UNDEFINED:
            return changed, None
    return value, fault("type", path, f"must be {','.join(types)}", type=schema["type"])


def is_type(value, name):
    if name in ("integer", "number"):
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return number and (name == "number" or float(value).is_integer())
    kinds = {"string": str, "boolean": bool, "null": type(None), "array": list, "object": dict}
    return isinstance(value, kinds.get(name, ()))


def convert(value, name):
    if name == "array" and not isinstance(value, (list, dict)):
        return [value]
    if name in ("integer", "number"):
        if isinstance(value, bool) or value is None:
            return int(bool(value))
        if isinstance(value, str) and re.fullmatch(r"\s*-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", value):
            number = float(value)
            if number.is_integer():
                return int(number)
            return number if name == "number" else UNDEFINED
    if name == "string":
        if value is None or isinstance(value, bool):
            return {None: "", True: "true", False: "false"}[value]
        if isinstance(value, (int, float)):
            return str(value)
    if name == "boolean" and value in ("true", "false", 0, 1, None):
        return value in ("true", 1)
    if name == "null" and value in ("", 0, False):
        return None
    return UNDEFINED
