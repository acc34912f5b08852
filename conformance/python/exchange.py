# One request and its answer: the stages in their order, and where a failure goes.

import asyncio

from answers import default_answer, parse_json
from language import settle
from schemas import PARTS
from values import UNDEFINED, Failure, member, thrown_value, to_json

JSON_TYPE = "application/json; charset=utf-8"


class Part:
    """Request or reply: own fields, then the values and the functions that the context declared."""

    def __init__(self, kind, context, fields):
        self.kind, self.context = kind, context
        self.fields = {**context.values[kind], **fields}

    def member(self, name):
        if name in self.fields:
            return self.fields[name]
        return self.context.function_of(self.kind, name)

    def set_member(self, name, value):
        self.fields[name] = value


class Reply(Part):
    def __init__(self, context):
        super().__init__("reply", context, {"statusCode": 200, "sent": False})
        self.headers, self.payload, self.sent = {}, UNDEFINED, asyncio.Event()
        self.own_serializer, self.wants_not_found, self.failure = None, False, None

    def member(self, name):
        methods = {"code": self.code, "header": self.header, "type": self.type, "send": self.send}
        found = super().member(name)
        if found is UNDEFINED and name in methods:
            return lambda this, *args: methods[name](*args) or self
        return found

    def send(self, payload=UNDEFINED):
        if self.sent.is_set():
            return
        if isinstance(payload, Failure):
            self.failure = payload
        self.payload = payload
        self.fields["sent"] = True
        self.sent.set()

    def code(self, status):
        number = int(status) if str(status).isdigit() else 0
        if not 100 <= number <= 599:
            raise Failure(f"Called reply with an invalid status code: {status}", code="FST_ERR_BAD_STATUS_CODE", statusCode=500)
        self.fields["statusCode"] = number

    def header(self, name, value):
        self.headers[name.lower()] = value if isinstance(value, list) else "" if value is UNDEFINED else str(value)

    def type(self, value):
        text_like = value.startswith("text/") or value == "application/json"
        self.header("content-type", f"{value}; charset=utf-8" if text_like and "charset" not in value else value)

    def redirect(self, *args):
        status, url = args if len(args) == 2 and isinstance(args[0], int) else (302, args[0])
        self.code(status)
        self.header("location", url)
        self.send("")

    def serializer(self, function):
        self.own_serializer = function

    def call_not_found(self):
        self.wants_not_found = True
        self.fields["sent"] = True
        self.sent.set()

    def reopen(self):
        """A failure takes the place of what was sent."""
        self.sent.clear()
        self.fields["sent"] = False
        self.payload, self.failure = UNDEFINED, None


class Exchange:
    """Answers one request with a route; `finish` tells onResponse once the answer has left."""

    def __init__(self, app, route, raw, params, query):
        self.app, self.route, self.raw = app, route, raw
        context = route.context
        fields = {"raw": raw, "method": raw["method"], "url": raw["url"], "headers": raw["headers"]}
        fields.update(params=params, query=query, body=UNDEFINED if raw["method"] in ("GET", "HEAD") else None)
        self.request, self.reply = Part("request", context, fields), Reply(context)
        self.handlers = self.chain()

    def chain(self):
        """The error handlers to ask, one after the other."""
        handlers = [self.route.error_handler] if self.route.error_handler else []
        link = self.route.setting("error_handler")
        while link:
            handlers.append(link[0])
            link = link[1]
        return handlers

    async def answer(self, body):
        try:
            await self.stages(body)
            if self.reply.failure is not None:
                raise self.reply.failure
            payload = await self.serialize(self.reply.payload)
        except Exception as error:
            payload = await self.fail(error)
        return await self.leave(payload)

    async def stages(self, body):
        if await self.hooks("onRequest"):
            return
        await self.parsing_hooks()
        await self.parse(body)
        if await self.hooks("preValidation"):
            return
        await self.validate()
        if await self.hooks("preHandler"):
            return
        await self.call(self.route.handler, self.request, self.reply)
        if self.reply.wants_not_found:
            self.reply.reopen()
            await self.app.not_found_of(self.route.context, self.raw["url"])(self)

    async def call(self, function, *args):
        """A handler: what it returns is sent, and what it sent leaves at once though it goes on."""
        run = function(self.route.context, *args)
        if not asyncio.iscoroutine(run):
            return self.take(run)
        task, sent = asyncio.ensure_future(run), asyncio.ensure_future(self.reply.sent.wait())
        await asyncio.wait([task, sent], return_when=asyncio.FIRST_COMPLETED)
        sent.cancel()
        if task.done():
            return self.take(task.result())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def take(self, value):
        if not self.reply.sent.is_set() and value is not self.reply:
            self.reply.send(value)

    async def hooks(self, name):
        """True once one of them has answered."""
        for hook in self.route.hooks(name):
            await settle(hook(self.route.context, self.request, self.reply))
            if self.reply.sent.is_set():
                return True
        return False

    async def parsing_hooks(self):
        for hook in self.route.hooks("preParsing"):
            await settle(hook(self.route.context, self.request, self.reply, UNDEFINED))

    async def parse(self, body):
        if self.raw["method"] in ("GET", "HEAD"):
            return
        headers = self.raw["headers"]
        kind = headers.get("content-type")
        if kind is None and body is None:
            return
        media_type = (kind or "").split(";")[0].strip().lower()
        function, parse_as = self.parser_of(media_type)
        if function is None:
            if media_type == "application/json":
                self.request.fields["body"] = parse_json(body or b"")
                return
            if media_type == "text/plain":
                self.request.fields["body"] = (body or b"").decode()
                return
            raise Failure(
                f"Unsupported Media Type: {'undefined' if kind is None else kind}",
                code="FST_ERR_CTP_INVALID_MEDIA_TYPE",
                statusCode=415,
            )
        payload = (body or b"").decode() if parse_as == "string" else body or b""
        self.request.fields["body"] = await settle(function(self.route.context, self.request, payload))

    def parser_of(self, media_type):
        for pattern, function, parse_as in self.route.context.parsers:
            exact = pattern in (media_type, "*") if isinstance(pattern, str) else pattern.search(media_type)
            if exact:
                return function, parse_as
        return None, None

    async def validate(self):
        for part in PARTS:
            judge = self.route.validators.get(part)
            field = "query" if part == "querystring" else part
            if judge is None:
                continue
            value, errors = await judge(self.request.fields.get(field))
            if errors is None:
                self.request.fields[field] = value
                continue
            error = self.validation_error(errors, part)
            if not self.route.options.get("attachValidation"):
                raise error
            self.request.fields["validationError"] = error

    def validation_error(self, errors, part):
        formatter = self.route.options.get("schemaErrorFormatter") or self.route.setting("formatter")
        if isinstance(errors, Failure):
            error = errors
        elif formatter:
            error = formatter(self.route.context, errors, part)
        else:
            message = ", ".join(f"{part}{one['instancePath']} {one['message']}" for one in errors)
            error = Failure(message, validation=errors)
        error.fields.setdefault("statusCode", 400)
        error.fields.setdefault("code", "FST_ERR_VALIDATION")
        error.fields["validationContext"] = "query" if part == "querystring" else part
        return error

    async def serialize(self, payload):
        if payload is UNDEFINED or payload is None or isinstance(payload, (str, bytes)):
            if isinstance(payload, str) and "content-type" not in self.reply.headers:
                self.reply.header("content-type", "text/plain; charset=utf-8")
            if isinstance(payload, bytes) and "content-type" not in self.reply.headers:
                self.reply.header("content-type", "application/octet-stream")
            return payload
        for hook in self.route.hooks("preSerialization"):
            changed = await settle(hook(self.route.context, self.request, self.reply, payload))
            payload = payload if changed is UNDEFINED else changed
        if "content-type" not in self.reply.headers and not self.reply.own_serializer:
            self.reply.header("content-type", JSON_TYPE)
        status = self.reply.fields["statusCode"]
        if self.reply.own_serializer:
            return self.reply.own_serializer(self.route.context, payload)
        serializer = self.route.setting("reply_serializer")
        if serializer:
            return serializer(self.route.context, payload, status)
        write = self.route.serializer_for(status)
        return write(payload) if write else to_json(payload)

    async def fail(self, error):
        """onError, then the error handlers from the innermost outwards, then the default answer."""
        value = thrown_value(error)
        while True:
            self.reply.reopen()
            self.reply.headers.pop("content-type", None)
            status = member(value, "statusCode")
            current = self.reply.fields["statusCode"]
            if not isinstance(status, int) or status < 400:
                status = current if current >= 400 else 500
            self.reply.fields["statusCode"] = status
            handler = self.handlers.pop(0) if self.handlers else None
            if handler is None:
                for hook in self.route.hooks("onError"):
                    await settle(hook(self.route.context, self.request, self.reply, value))
                self.reply.header("content-type", JSON_TYPE)
                return to_json(default_answer(value, status))
            try:
                await self.call(handler, value, self.request, self.reply)
                if self.reply.failure is not None:
                    raise self.reply.failure
                return await self.serialize(self.reply.payload)
            except Exception as again:
                value = thrown_value(again)

    async def leave(self, payload):
        try:
            for hook in self.route.hooks("onSend"):
                changed = await settle(hook(self.route.context, self.request, self.reply, payload))
                payload = payload if changed is UNDEFINED else changed
        except Exception as error:
            status = member(thrown_value(error), "statusCode")
            self.reply.fields["statusCode"] = status if isinstance(status, int) else 500
            payload = to_json(default_answer(thrown_value(error), self.reply.fields["statusCode"]))
            self.reply.header("content-type", JSON_TYPE)
        body = b"" if payload in (UNDEFINED, None) else payload.encode() if isinstance(payload, str) else payload
        headers = self.reply.headers
        if self.reply.fields["statusCode"] not in (204, 304):
            headers.setdefault("content-length", str(len(body)))
        pairs = [(name, one) for name, value in headers.items() for one in (value if isinstance(value, list) else [value])]
        return self.reply.fields["statusCode"], pairs, body

    async def finish(self):
        for hook in self.route.hooks("onResponse"):
            await settle(hook(self.route.context, self.request, self.reply))
