import type { createAuthMiddleware } from 'better-auth/api';

/** What the auth library tells those who look at a call before or after it. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
