import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { paths } from '../paths';
import { Button, ButtonLink } from '../ui/forms/Button';
import { EmptyState } from '../ui/layout/EmptyState';
import { lazyPart, NOT_LOADED } from '../ui/overlays/lazyPart';
import type { ErrorPageProps } from './ErrorPage';

const errorPages = () => import(/* webpackChunkName: "errorPages" */ './ErrorPage');

/** Short version of the error page, for when its own chunk fails to load. */
const shortErrorPage = (
  _error: unknown,
  { title = 'This page did not load', lead = NOT_LOADED, onRetry }: ErrorPageProps,
) => (
  <EmptyState title={title} lead={lead} icon="alert">
    <Button look="primary" icon="refresh" onClick={onRetry ?? (() => window.location.reload())}>
      {onRetry ? 'Try again' : 'Reload page'}
    </Button>
    <ButtonLink to={paths.projects}>Back to projects</ButtonLink>
  </EmptyState>
);

/** The error pages, lazy-loaded. */
export const ErrorPage = lazyPart<ErrorPageProps>(async () => (await errorPages()).ErrorPage, {
  failed: shortErrorPage,
});
export const NotFoundPage = lazyPart(async () => (await errorPages()).NotFoundPage);

interface PageBoundaryProps {
  /** A change of this key, for example after a navigation, renders the children again. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error?: unknown;
  readonly time?: string;
  readonly parts?: string;
}

const WORKING: PageBoundaryState = { error: undefined, time: undefined, parts: undefined };

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** Returns the React components of a component stack, innermost first, with their positions in the files; DOM elements are left out. */
const partsOf = (stack: string | null | undefined) =>
  (stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('<anonymous>'))
    .slice(0, 6)
    .map((line) => `  ${line.replace(/https?:\/\/\S*\/([^/\s)]+)/, '$1')}`)
    .join('\n');

/** Error boundary: replaces children that threw by the error page, until `resetKey` changes. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error, time: new Date().toISOString() };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo) {
    this.setState({ parts: partsOf(info.componentStack) });
  }

  override componentDidUpdate({ resetKey }: PageBoundaryProps) {
    if (this.state.time !== undefined && resetKey !== this.props.resetKey) this.setState(WORKING);
  }

  override render() {
    const { error, time, parts } = this.state;
    if (time === undefined) return this.props.children;
    const details = [textOf(error), parts, `Page ${window.location.pathname}`, `Time ${time}`];
    return (
      <Suspense fallback={null}>
        <ErrorPage details={details.filter(Boolean).join('\n')} />
      </Suspense>
    );
  }
}
