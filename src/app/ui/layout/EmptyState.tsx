import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Icon, type IconName } from '../display/Icon';
import { Row, Stack } from './spacing';
import { Fine, Lead, SectionTitle, Small } from '../display/text';
import { Button, type ButtonProps } from '../forms/Button';
import { Banner } from './Banner';

const Box = styled(Stack)`
  justify-items: center;
  gap: 6px;
  padding: 64px 24px;
  overflow-wrap: anywhere;
  text-align: center;

  & > p {
    max-width: 46ch;
  }
  & > span:first-child {
    margin-bottom: 10px;
  }
`;

const Actions = styled(Row)`
  justify-content: center;
  margin-top: 16px;
`;

/** The red ground of a warning sign. */
export const TroubleSign = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 11px;
  color: var(--danger-text);
  background: var(--danger-soft);
`;

interface EmptyStateProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** The sign of trouble above the title. */
  readonly icon?: IconName;
  /** One primary action, at most one more. */
  readonly children?: ReactNode;
  /** A fine line under everything. */
  readonly foot?: ReactNode;
}

/** What stands where things would be: a title, one line of help, and what to do. */
export const EmptyState = ({ title, lead, icon, children, foot }: EmptyStateProps) => (
  <Box>
    {icon && (
      <TroubleSign>
        <Icon name={icon} size={22} />
      </TroubleSign>
    )}
    <SectionTitle>{title}</SectionTitle>
    <Lead>{lead}</Lead>
    {children && <Actions>{children}</Actions>}
    {foot && (
      <Fine as="div" $top={14}>
        {foot}
      </Fine>
    )}
  </Box>
);

interface TryAgainProps extends Omit<ButtonProps, 'onClick'> {
  readonly onRetry: () => void;
}

const TryAgain = ({ onRetry, ...button }: TryAgainProps) => (
  <Button {...button} onClick={onRetry}>
    Try again
  </Button>
);

interface NotLoadedProps {
  /** What did not load, and what that means. */
  readonly children: string;
  readonly onRetry: () => void;
}

/** Where a few lines would be: what did not load, and another try. What is around it puts both on a line. */
export const NotLoadedLine = ({ children, onRetry }: NotLoadedProps) => (
  <>
    <Small>{children}</Small>
    <TryAgain size="small" onRetry={onRetry} />
  </>
);

/** Where a part of a page would be. */
export const NotLoadedBanner = ({ children, onRetry }: NotLoadedProps) => (
  <div>
    <Banner kind="danger" alert>
      {children}
    </Banner>
    <Row $top={12}>
      <TryAgain icon="refresh" onRetry={onRetry} />
    </Row>
  </div>
);

interface NotLoadedStateProps extends Omit<EmptyStateProps, 'icon'> {
  readonly onRetry: () => void;
}

/** Where all of a page would be. */
export const NotLoadedState = ({ title, lead, onRetry, children, foot }: NotLoadedStateProps) => (
  <EmptyState icon="warning" title={title} lead={lead} foot={foot}>
    <TryAgain look="primary" icon="refresh" onRetry={onRetry} />
    {children}
  </EmptyState>
);
