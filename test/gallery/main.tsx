import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../../src/app/styles/tokens.css';
import '../../src/app/styles/fonts.css';
import '../../src/app/styles/base.css';
import { StatesPage } from './StatesPage';

/** Shows the state that the address names, in the place of the app. */
const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element with the id "app".');
createRoot(place).render(
  <Suspense fallback={null}>
    <StatesPage />
  </Suspense>,
);
