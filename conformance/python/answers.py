# What the framework says by itself: the default answer of a failure, and what is wrong with a body that should be JSON.

import json
from http import HTTPStatus

from values import UNDEFINED, Failure, member


def parse_json(body):
    if not body:
        raise Failure(
            "Body cannot be empty when content-type is set to 'application/json'",
            code="FST_ERR_CTP_EMPTY_JSON_BODY",
            statusCode=400,
        )
    try:
        return json.loads(body)
    except ValueError as error:
        raise Failure(str(error), "SyntaxError", statusCode=400) from error


def default_answer(value, status):
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Unknown"
    code = member(value, "code")
    message = member(value, "message")
    return {
        "statusCode": status,
        **({} if code is UNDEFINED else {"code": code}),
        "error": phrase,
        "message": "" if message is UNDEFINED else message,
    }
