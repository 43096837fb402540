import type { ReactNode } from 'react';
import styled from 'styled-components';
import { besideIcon, smallText } from '../display/text';
import { Icon, type IconName } from '../display/Icon';

type BannerKind = 'info' | 'warn' | 'danger';

const Box = styled.div<{ $kind: BannerKind; $flat: boolean }>`
  ${besideIcon}
  gap: 10px;
  padding: 12px 14px;
  border-radius: ${({ $flat }) => ($flat ? 0 : 'var(--r)')};
  color: var(--ink);
  background: var(--${({ $kind }) => $kind}-soft);
  ${smallText}

  & > svg {
    color: var(--${({ $kind }) => $kind}-text);
  }
`;

const signs = { info: 'info', warn: 'warning', danger: 'alert' } as const;

interface BannerProps {
  readonly kind: BannerKind;
  /** Whether screen readers announce it when it appears. */
  readonly alert?: boolean;
  /** Icon; by default that of its kind. */
  readonly icon?: IconName;
  /** Whether it has square corners, to fill its container. */
  readonly flat?: boolean;
  readonly children: ReactNode;
}

/** A message of one or two sentences. */
export const Banner = ({ kind, alert = false, icon, flat = false, children }: BannerProps) => (
  <Box $kind={kind} $flat={flat} role={alert ? 'alert' : undefined}>
    <Icon name={icon ?? signs[kind]} />
    <div>{children}</div>
  </Box>
);

/** The reason of a rejection, announced by screen readers; renders nothing without children. */
export const RefusalBanner = ({ children }: { readonly children: ReactNode }) =>
  children && (
    <Banner kind="danger" alert>
      {children}
    </Banner>
  );
