/** The browser of the browser tests: its path, and the environment it has to be started with. */
export function chromium(): Promise<{ executablePath: string; env: Record<string, string> }>;
