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

/** The red background of a warning icon. */
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
  /** Warning icon above the title. */
  readonly icon?: IconName;
  /** One primary button, and at most one other. */
  readonly children?: ReactNode;
  /** A line in small text below everything. */
  readonly foot?: ReactNode;
}

/** Empty state: title, one line of help, and actions. */
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
  /** Message about what did not load. */
  readonly children: string;
  readonly onRetry: () => void;
}

/** Replaces a few lines that did not load: a message and a retry button, for a container that puts both on a line. */
export const NotLoadedLine = ({ children, onRetry }: NotLoadedProps) => (
  <>
    <Small>{children}</Small>
    <TryAgain size="small" onRetry={onRetry} />
  </>
);

/** Replaces a part of a page that did not load. */
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

/** Replaces a whole page that did not load. */
export const NotLoadedState = ({ title, lead, onRetry, children, foot }: NotLoadedStateProps) => (
  <EmptyState icon="warning" title={title} lead={lead} foot={foot}>
    <TryAgain look="primary" icon="refresh" onRetry={onRetry} />
    {children}
  </EmptyState>
);
