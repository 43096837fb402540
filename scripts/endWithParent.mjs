/** Milliseconds between two looks. */
const PAUSE = 250;

/**
 * Ends this process with SIGTERM when the one that started it is gone. npm hands a signal to the shell between the two,
 * which ends without handing it on: without this, `npm start` would end and leave the server running.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = () => process.ppid === parent || (clearInterval(looking), process.kill(process.pid, 'SIGTERM'));
  const looking = setInterval(look, PAUSE);
  looking.unref();
}
