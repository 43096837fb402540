import type { Page } from './ports';

type Navigate = Page['navigate'];

/** The `navigate` port, and the setter of the router's function behind it. */
export interface Navigation {
  readonly navigate: Navigate;
  /** Sets the router's `navigate`. @returns removes it */
  readonly fill: (navigate: Navigate) => () => void;
}

/** Creates the port. Sagas start before the router is mounted: the last navigation requested until then runs on mount. */
export function createNavigation(): Navigation {
  let router: Navigate | undefined;
  let pending: Parameters<Navigate> | undefined;
  return {
    navigate: (...args) => {
      if (router === undefined) pending = args;
      else router(...args);
    },
    fill: (navigate) => {
      router = navigate;
      if (pending !== undefined) navigate(...pending);
      pending = undefined;
      return () => {
        if (router === navigate) router = undefined;
      };
    },
  };
}
