import type { ReactNode } from 'react';
import { Small } from '../display/text';
import { Button } from '../forms/Button';
import { Banner } from './Banner';
import { EmptyState } from './EmptyState';
import { Block } from './spacing';

interface NotLoadedProps {
  /** What did not load, and what that means. */
  readonly children: string;
  readonly onRetry: () => void;
}

/** Where a few lines would be: what did not load, and another try. What is around it puts both on a line. */
export const NotLoadedLine = ({ children, onRetry }: NotLoadedProps) => (
  <>
    <Small>{children}</Small>
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </>
);

/** Where a part of a page would be. */
export const NotLoadedBanner = ({ children, onRetry }: NotLoadedProps) => (
  <div>
    <Banner kind="danger" alert>
      {children}
    </Banner>
    <Block $top={12}>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </Block>
  </div>
);

interface NotLoadedStateProps {
  readonly title: string;
  readonly lead: string;
  readonly onRetry: () => void;
  /** What else can be done. */
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

/** Where all of a page would be. */
export const NotLoadedState = ({ title, lead, onRetry, children, foot }: NotLoadedStateProps) => (
  <EmptyState icon="warning" title={title} lead={lead} foot={foot}>
    <Button look="primary" icon="refresh" onClick={onRetry}>
      Try again
    </Button>
    {children}
  </EmptyState>
);
