import type { Guard } from './guard';

/** What is written down, and what must not be. */
export const loggingGuards: readonly Guard[] = [
  {
    threat: 'secrets in the log: queries',
    file: 'src/server/http/logging.ts',
    guard: "url.split('?', 1)[0]?.slice(0, PATH)",
    without: 'url',
    test: 'security/logs.test.ts',
    named: 'holds no keys, passwords, cookies, codes',
  },
  {
    threat: 'secrets in the log: cookies and keys',
    file: 'src/server/http/logging.ts',
    guard: '({ method, path: pathOf(url), address: ip })',
    without: '({ method, path: pathOf(url), address: ip, told: headers })',
    test: 'security/logs.test.ts',
    named: 'holds no keys, passwords, cookies, codes',
  },
  {
    threat: 'secrets in the log: errors',
    file: 'src/server/http/logging.ts',
    guard: 'TELLTALE.reduce((left, [secret, word]) => left.replace(secret, word), text)',
    without: 'TELLTALE.reduce((left) => left, text)',
    test: 'security/logs.test.ts',
    named: 'does not tell',
  },
  {
    threat: 'log injection: numbers of requests',
    file: 'src/server/http/fastifyOptions.ts',
    guard: 'genReqId: () => randomUUID(),',
    without: "genReqId: ({ headers }) => String(headers['request-id'] ?? randomUUID()),",
    test: 'security/logs.test.ts',
    named: 'is not written by callers',
  },
  {
    threat: 'ASVS 16.3.2, 16.3.3: refusals are written down',
    file: 'src/server/problems.ts',
    guard: '  noteSecurityEvent(request, refusal.code);\n',
    without: '',
    test: 'security/logs.test.ts',
    named: 'what is refused for safety’s sake',
  },
  {
    threat: 'filling up the log',
    file: 'src/server/http/sparingLog.ts',
    guard: '      before.again += 1;\n      return;\n',
    without: '      before.again += 1;\n',
    test: 'security/logs.test.ts',
    named: 'has one line a minute for each address',
  },
];
