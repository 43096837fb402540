import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorPage } from './ErrorPage';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error?: unknown;
  readonly time?: string;
  readonly parts?: string;
}

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** The parts that were being drawn, the innermost first, with the places in their files; elements of the page are not named. */
const partsOf = (stack: string | null | undefined) =>
  (stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('<anonymous>'))
    .slice(0, 6)
    .map((line) => `  ${line.replace(/https?:\/\/\S*\/([^/\s)]+)/, '$1')}`)
    .join('\n');

/** Said of a page whose own file did not come: it has not stopped working, it has never begun. */
const NOT_LOADED = {
  title: 'This page did not load',
  lead: 'The server could not be reached, or there is a new version of Tabpoint. Reload the page in a moment.',
};

/** What the bundler throws when the file of a part cannot be fetched. */
const isNotLoaded = (error: unknown) => error instanceof Error && error.name === 'ChunkLoadError';

/** Holds a page that stopped working, so that the header and the footer stay. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error, time: new Date().toISOString() };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo) {
    this.setState({ parts: partsOf(info.componentStack) });
  }

  override render() {
    const { error, time, parts } = this.state;
    if (time === undefined) return this.props.children;
    const details = [textOf(error), parts, `Page ${window.location.pathname}`, `Time ${time}`];
    const words = isNotLoaded(error) ? NOT_LOADED : undefined;
    return <ErrorPage {...words} details={details.filter(Boolean).join('\n')} />;
  }
}
