# A small HTTP/1.1 server on asyncio: connections that are kept, bodies by length and in chunks.

import asyncio
from http import HTTPStatus


class Server:
    """Hands each request to `answer(method, url, headers, body)`, one after the other on a connection."""

    def __init__(self, answer):
        self.answer, self.server, self.writers = answer, None, set()

    async def start(self, host, port):
        self.server = await asyncio.start_server(self.serve, host, port)
        address = self.server.sockets[0].getsockname()
        return {"host": address[0], "port": address[1]}

    async def stop(self):
        self.server.close()
        for writer in list(self.writers):
            writer.close()
        await self.server.wait_closed()

    async def serve(self, reader, writer):
        self.writers.add(writer)
        try:
            while await self.exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        except (ValueError, asyncio.LimitOverrunError):
            writer.write(b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        finally:
            self.writers.discard(writer)
            writer.close()

    async def exchange(self, reader, writer):
        """One request and its answer; whether the connection is kept."""
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        method, url, version = first.split(" ")
        if version not in ("HTTP/1.1", "HTTP/1.0"):
            raise ValueError(version)
        headers = read_headers(lines)
        body = await read_body(reader, headers)
        status, pairs, payload = await self.answer(method, url, headers, body)
        keep = headers.get("connection", "").lower() != "close" and version == "HTTP/1.1"
        writer.write(head_of(status, pairs, keep) + (b"" if method == "HEAD" else payload))
        await writer.drain()
        return keep


def head_of(status, pairs, keep):
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
    lines = [f"HTTP/1.1 {status} {phrase}", *(f"{name}: {value}" for name, value in pairs)]
    lines.append("connection: keep-alive" if keep else "connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def read_headers(lines):
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or name != name.strip():
            raise ValueError(line)
        name, value = name.lower(), value.strip()
        headers[name] = value if name not in headers else f"{headers[name]}, {value}"
    return headers


async def read_body(reader, headers):
    if "chunked" in headers.get("transfer-encoding", ""):
        pieces = []
        while True:
            size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
            piece = await reader.readexactly(size + 2)
            if size == 0:
                return b"".join(pieces)
            pieces.append(piece[:-2])
    length = int(headers.get("content-length", "0"))
    return await reader.readexactly(length) if length > 0 else None
