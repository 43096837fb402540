/**
 * Process that requests `/healthz` every millisecond, without waiting for earlier responses, and reports the slowest. A server
 * with a blocked event loop does not answer.
 */
import { connect, type Socket } from 'node:net';
import { AnswerReader } from './answerReader';
import type { FromPulse, ToPulse } from './pulseReport';
import { Samples } from './samples';

const REQUEST = Buffer.from('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');

/** Maximum pending requests, only reached if the server hangs. */
const CONNECTIONS = 512;

let beat: NodeJS.Timeout | undefined;
let latencies = new Samples();
const idle: (() => void)[] = [];
const open = new Set<Socket>();

/** Opens another connection, which sends a request and then waits for its next turn. */
function addConnection(port: number) {
  if (open.size >= CONNECTIONS) return;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  open.add(socket);
  let askedAt = performance.now();
  const ask = () => {
    askedAt = performance.now();
    socket.write(REQUEST);
  };
  const reader = new AnswerReader(() => {
    latencies.add(performance.now() - askedAt);
    idle.push(ask);
  });
  socket.on('data', (bytes: Buffer) => reader.read(bytes));
  socket.on('error', () => undefined);
  socket.on('close', () => open.delete(socket));
  socket.write(REQUEST);
}

function start(port: number) {
  latencies = new Samples();
  beat = setInterval(() => {
    const ask = idle.pop();
    if (ask === undefined) addConnection(port);
    else ask();
  }, 1);
}

function stop() {
  clearInterval(beat);
  for (const socket of open) socket.destroy();
  idle.length = 0;
  const report = { asked: latencies.count, p99: latencies.percentile(0.99), slowest: latencies.percentile(1) };
  process.send?.({ kind: 'felt', report } satisfies FromPulse);
}

process.on('message', (message: ToPulse) => (message.kind === 'start' ? start(message.port) : stop()));
process.on('disconnect', () => process.exit(0));
