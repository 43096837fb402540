import type { Page } from './ports';

type Navigate = Page['navigate'];

/** Creates the `navigate` port. Sagas start before the router is mounted: the last navigation requested until then runs on mount. */
export function createNavigation() {
  let router: Navigate | undefined;
  let pending: Parameters<Navigate> | undefined;
  return {
    navigate: (...args: Parameters<Navigate>) => {
      if (router === undefined) pending = args;
      else router(...args);
    },
    /** Sets the router's `navigate`. @returns removes it */
    fill: (navigate: Navigate) => {
      router = navigate;
      if (pending !== undefined) navigate(...pending);
      pending = undefined;
      return () => {
        if (router === navigate) router = undefined;
      };
    },
  };
}

export type Navigation = ReturnType<typeof createNavigation>;
