import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { StatesPage } from './StatesPage';

/** Shows the state that the address names, instead of the app. */
export function showStates(place: HTMLElement) {
  createRoot(place).render(
    <Suspense fallback={null}>
      <StatesPage />
    </Suspense>,
  );
}
