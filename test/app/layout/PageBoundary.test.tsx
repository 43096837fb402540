import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { PageBoundary } from '../../../src/app/layout/PageBoundary';
import { quietConsole } from '../../fixtures/quietConsole';

const { forgive } = quietConsole();

function Broken(): never {
  throw new TypeError('rows is not a function');
}

function NotLoaded(): never {
  throw Object.assign(new Error('Loading chunk 232 failed.'), { name: 'ChunkLoadError' });
}

const broken = (Page: () => never = Broken) =>
  render(
    <MemoryRouter>
      <header>Header</header>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </MemoryRouter>,
  );

describe('a page that stops working', () => {
  it('is held: what is around it stays, and the details say what went wrong', () => {
    broken();
    expect(screen.getByText('Header')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    const details = screen.getByText(/TypeError: rows is not a function/);
    expect(details).toHaveTextContent('at Broken');
    expect(details).toHaveTextContent('Page /');
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to projects' })).toHaveAttribute('href', '/');
    forgive();
  });

  it('is told from one whose file did not come, as without a server', () => {
    broken(NotLoaded);
    expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    expect(screen.getByText(/^The server could not be reached/)).toBeVisible();
    expect(screen.queryByText(/Your endpoints are not affected/)).toBeNull();
    expect(screen.getByText(/ChunkLoadError: Loading chunk 232 failed\./)).toBeVisible();
    forgive();
  });

  it('its details can be copied', async () => {
    const user = userEvent.setup();
    broken();
    await user.click(screen.getByRole('button', { name: /^Copy/ }));
    expect(await navigator.clipboard.readText()).toContain('TypeError: rows is not a function');
    expect(screen.getByRole('status')).toHaveTextContent('Details copied');
    forgive();
  });
});
