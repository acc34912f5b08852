// What `touchstone --help` says.

import { IMPLEMENTATIONS } from '../conformance/adapters/registry.ts'

export const HELP = `touchstone conform [IMPLEMENTATION]… [--filter PATTERN]… [--report FORMAT[=FILE],…]… [--shard I/N] [OPTION]…
touchstone doctor IMPLEMENTATION [--time-scale FACTOR]
touchstone init-adapter [js|python] [FOLDER]
touchstone adapter-host IMPLEMENTATION
touchstone diff A.json B.json [--details N]
touchstone merge A.json B.json … --json FILE [--report FORMAT[=FILE],…]…
touchstone trend A.json … [--html FILE]
touchstone explore [--port N] [A.json … | --filter PATTERN --implementation NAME …]

touchstone fuzz ./app.js [OPTION]…           (its own --help)
touchstone fuzz-schema FILE.json [OPTION]…   (its own --help)

conform runs the executable specification on implementations, over inject and over sockets. An IMPLEMENTATION is
  touchstone             (default), or another that is known by name: ${IMPLEMENTATIONS.slice(1).join(', ')}
  js:./adapter.mjs       a module that exports an adapter, or a factory of the Fastify shape
  npm:NAME@VERSION       a package that is installed, such as npm:fastify@5
  exec:"command args"    a program in any language that speaks touchstone-adapter/1 over stdio
  tcp:host:port          the same over TCP, started by somebody else
conformance/ADAPTERS.md tells how an adapter is written.

  --filter PATTERN       enc-*, case[row]#exchange, rule:ENC-1, tag:…, area:…, file:…, source:mission; may be repeated
  --transport NAME,…     inject and socket (default: connections are kept); fresh, pipelined, split (one byte at a time), chunked; all
  --implementation NAME  the same as an IMPLEMENTATION; may be repeated
  --expect FILE|FOLDER   known differences of your own: one file, or a folder with NAME.json for each implementation
  --time-scale FACTOR    multiply all limits of an adapter in another process (1)
  --report FORMAT[=FILE] write a report: junit, ndjson, markdown, github, json, html; several with commas,
                         or repeated; one without FILE goes to stdout, and what is told meanwhile to stderr then; several without
                         FILE go to touchstone-report.html, touchstone-report.xml and so on; github needs no file
  --json FILE            the same as --report json=FILE
  --deterministic        leave times, durations and given ports out of the reports: equal runs give equal bytes
  --shard I/N            run the I-th of N parts only; a case keeps its part when others are added
  --shuffle              run the cases in any order, whose seed is told; the reports keep the order of the suite
  --seed N               run them in the order of this seed again
  --json-schema-test-suite FOLDER
                         run the official JSON Schema Test Suite (draft 7) beside the specification, as rows of their own
  --jobs N               processes at a time, shared by the implementations (one for each of up to four; two for a single one)
  --spec FOLDER          another specification than the one of this package
  --details N            tell so many unexpected results in full (20)
  --suggest-expectations FOLDER
  --refresh FOLDER       write what differs now to FOLDER/NAME.json, with the reasons that were there
  --help, --version

doctor looks whether an adapter is right, before the implementation is judged; it ends with 2 when it is not.
init-adapter writes an adapter that works, to be changed into one of your own.
adapter-host speaks touchstone-adapter/1 over stdio for an implementation in JavaScript.

diff tells what passes now, fails now, is new and is gone from A to B; it ends with 1 when something that passed in A does not in B.
merge puts the reports of shards, or of implementations that ran apart, together, and ends as one run of all would have.
trend tells how much each version of each implementation keeps, as a table and a chart.
  --html FILE            also write it as a page
explore shows a report in a browser: of the JSON files that are named, or of a run that it watches, with the options of conform.
  --port N               the port on 127.0.0.1; a free one by default
diff, merge, trend and explore read what --json FILE wrote.

Exit codes: 0 as expected, 1 not as expected, 2 an adapter failed, 3 wrong usage, 4 the specification is broken.
`
