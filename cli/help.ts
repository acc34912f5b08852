// What `touchstone --help` says.

export const HELP = `touchstone conform [--filter PATTERN]… [--implementation NAME]… [--report FORMAT[=FILE],…]… [--shard I/N] [OPTION]…
touchstone diff A.json B.json [--details N]
touchstone merge A.json B.json … --json FILE [--report FORMAT[=FILE],…]…
touchstone trend A.json …

conform runs the executable specification on implementations, over inject and over sockets.

  --filter PATTERN       enc-*, case[row]#exchange, rule:ENC-1, tag:…, area:…, file:…, source:mission; may be repeated
  --implementation NAME  touchstone (default), fastify-4.17, fastify-4.29, fastify-5, or the path of a module; may be repeated
  --report FORMAT[=FILE] write a report: junit, tap, ndjson, markdown, github, badge, ctrf, json, html; several with commas,
                         or repeated; one may go without FILE to stdout, and what is told meanwhile goes to stderr then;
                         github (annotations of GitHub Actions) always may
  --json FILE            the same as --report json=FILE
  --deterministic        leave times, durations and given ports out of the reports: equal runs give equal bytes
  --shard I/N            run the I-th of N parts only; a case keeps its part when others are added
  --spec FOLDER          another specification than the one of this package
  --details N            tell so many unexpected results in full (20)
  --suggest-expectations FOLDER
  --refresh FOLDER       write what differs now to FOLDER/NAME.json, with the reasons that were there
  --help, --version

diff tells what passes now, fails now, is new and is gone from A to B; it ends with 1 when something that passed in A does not in B.
merge puts the reports of shards, or of implementations that ran apart, together, and ends as one run of all would have.
trend tells how much each version of each implementation keeps, as a table and a chart.
diff, merge and trend read what --json FILE wrote.

Exit codes: 0 as expected, 1 not as expected, 2 an adapter failed, 3 wrong usage, 4 the specification is broken.
`
