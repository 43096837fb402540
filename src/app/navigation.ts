import type { Page } from './ports';

type Navigate = Page['navigate'];

/** The `navigate` port and the way to fill it. */
export interface Navigation {
  readonly navigate: Navigate;
  /** Gives the router's way to navigate; returns the way to take it back. */
  readonly fill: (navigate: Navigate) => () => void;
}

/** Sagas start before the router is on the page: the last place asked for until then is gone to as soon as it is. */
export function createNavigation(): Navigation {
  let router: Navigate | undefined;
  let waiting: Parameters<Navigate> | undefined;
  return {
    navigate: (...place) => {
      if (router === undefined) waiting = place;
      else router(...place);
    },
    fill: (navigate) => {
      router = navigate;
      if (waiting !== undefined) navigate(...waiting);
      waiting = undefined;
      return () => {
        if (router === navigate) router = undefined;
      };
    },
  };
}
