import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { PageBoundary } from '../../../src/app/layout/PageBoundary';
import { quietConsole } from '../../fixtures/quietConsole';

const { forgive } = quietConsole();

function Broken(): never {
  throw new TypeError('rows is not a function');
}

const broken = () =>
  render(
    <MemoryRouter>
      <header>Header</header>
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </MemoryRouter>,
  );

describe('a page that throws', () => {
  it('is replaced by an error with details; the layout around it stays', async () => {
    broken();
    expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeVisible();
    expect(screen.getByText('Header')).toBeVisible();
    const details = screen.getByText(/TypeError: rows is not a function/);
    expect(details).toHaveTextContent('at Broken');
    expect(details).toHaveTextContent('Page /');
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to projects' })).toHaveAttribute('href', '/');
    forgive();
  });

  it('is left by navigation', async () => {
    const user = userEvent.setup();
    const Held = () => {
      const { pathname } = useLocation();
      return <PageBoundary resetKey={pathname}>{pathname === '/' ? <p>Projects</p> : <Broken />}</PageBoundary>;
    };
    render(
      <MemoryRouter initialEntries={['/broken']}>
        <Held />
      </MemoryRouter>,
    );
    await user.click(await screen.findByRole('link', { name: 'Back to projects' }));
    expect(screen.getByText('Projects')).toBeVisible();
    forgive();
  });

  it('has details that can be copied', async () => {
    const user = userEvent.setup();
    broken();
    await user.click(await screen.findByRole('button', { name: /^Copy/ }));
    expect(await navigator.clipboard.readText()).toContain('TypeError: rows is not a function');
    expect(screen.getByRole('status')).toHaveTextContent('Details copied');
    forgive();
  });
});
