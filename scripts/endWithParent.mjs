/** Polling interval in milliseconds. */
const INTERVAL_MS = 250;

/**
 * Ends this process with SIGTERM when its parent process has ended. npm sends signals only to the shell between them, which does not forward
 * them: without this, ending `npm start` would leave the server running.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = () => process.ppid === parent || (clearInterval(timer), process.kill(process.pid, 'SIGTERM'));
  const timer = setInterval(check, INTERVAL_MS);
  timer.unref();
}
