/** Unpacks the browser of the browser tests. Returns its path and its environment variables. */
export function chromium(): Promise<{ executablePath: string; env: Record<string, string> }>;
