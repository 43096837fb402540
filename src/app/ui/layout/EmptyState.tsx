import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Icon, type IconName } from '../display/Icon';
import { Row } from './spacing';
import { fineText, Lead, SectionTitle } from '../display/text';

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
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

const Foot = styled.div`
  margin-top: 14px;
  ${fineText}
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
    {foot && <Foot>{foot}</Foot>}
  </Box>
);
