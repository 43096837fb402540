import { useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { selectSomethingStopped } from '../sagas/featuresSelectors';
import { useAppSelector } from '../storeHooks';

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

function Offline() {
  const online = useSyncExternalStore(watch, () => navigator.onLine);
  return online ? null : <Line>You are offline. Numbers may be old.</Line>;
}

/** A thin line while a part of the app has given up. */
export const Stopped = () =>
  useAppSelector(selectSomethingStopped) ? (
    <Line>Part of this page stopped working. Your endpoints are not affected. Reload the page.</Line>
  ) : null;

/** Thin lines under the header: while the browser has no network, and when a part of the app has given up. */
export const StatusLines = () => (
  <div role="status">
    <Offline />
    <Stopped />
  </div>
);
