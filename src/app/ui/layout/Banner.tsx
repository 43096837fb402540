import type { ReactNode } from 'react';
import styled from 'styled-components';
import { besideIcon, smallText } from '../display/text';
import { Icon, type IconName } from '../display/Icon';

export type BannerKind = 'info' | 'warn' | 'danger';

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
  /** Read out as soon as it appears. */
  readonly alert?: boolean;
  /** Another sign than that of its kind. */
  readonly icon?: IconName;
  /** It reaches the edges of what it stands in. */
  readonly flat?: boolean;
  readonly children: ReactNode;
}

/** One or two sentences that belong to the part below. */
export const Banner = ({ kind, alert = false, icon, flat = false, children }: BannerProps) => (
  <Box $kind={kind} $flat={flat} role={alert ? 'alert' : undefined}>
    <Icon name={icon ?? signs[kind]} />
    <div>{children}</div>
  </Box>
);

/** Why something was refused, read out as soon as it appears; nothing where it was not. */
export const RefusalBanner = ({ children }: { readonly children: ReactNode }) =>
  children && (
    <Banner kind="danger" alert>
      {children}
    </Banner>
  );
