import { useSyncExternalStore } from 'react';
import styled from 'styled-components';

const Line = styled.p`
  padding: 6px 16px;
  color: var(--ink);
  background: var(--warn-soft);
  font-size: var(--text-sm);
  line-height: 20px;
  text-align: center;
`;

const watch = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** A thin line under the header while the browser has no network. */
export function OfflineBanner() {
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  return <div role="status">{!online && <Line>You are offline. Numbers may be old.</Line>}</div>;
}
