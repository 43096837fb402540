import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styled, { keyframes } from 'styled-components';
import { Link, type LinkProps } from '../display/Link';
import { buttonLook, type ButtonLook, type ButtonLookProps, type ButtonSize } from './buttonStyles';
import { Icon, type IconName } from '../display/Icon';

export const turn = keyframes`
  to { transform: rotate(1turn); }
`;

/** A turning arc; it stands still, beside its word, for people who want no motion. */
export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  flex: none;
  width: 16px;
  height: 16px;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  opacity: 0.9;
  animation: ${turn} 0.8s linear infinite;
`;

interface LookProps {
  readonly look?: ButtonLook;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
}

export interface ButtonProps extends LookProps, ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
  /** At work: it keeps its width and label, a spinner takes the icon's place, and presses are ignored. */
  readonly loading?: boolean;
}

const StyledButton = styled.button<ButtonLookProps>`
  ${buttonLook}
`;

const StyledLink = styled(Link)<ButtonLookProps>`
  ${buttonLook}
`;

const StyledAnchor = styled.a<ButtonLookProps>`
  ${buttonLook}
`;

const ignore = (event: MouseEvent) => event.preventDefault();

/** A button with a word and perhaps an icon before it. `type` is `button` unless told. */
export function Button({ look = 'secondary', size = 'medium', icon, loading = false, children, ...rest }: ButtonProps) {
  return (
    <StyledButton
      type="button"
      $look={look}
      $size={size}
      aria-busy={loading || undefined}
      {...rest}
      onClick={loading ? ignore : rest.onClick}
    >
      {loading ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </StyledButton>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'loading'> {
  readonly icon: IconName;
  /** What it does; screen readers say it. */
  readonly label: string;
}

/** A square button with an icon only. */
export const IconButton = ({ look = 'ghost', size = 'small', icon, label, ...rest }: IconButtonProps) => (
  <StyledButton type="button" $look={look} $size={size} $square aria-label={label} {...rest}>
    <Icon name={icon} />
  </StyledButton>
);

/** A link to a page of the app that looks like a button. */
export const ButtonLink = ({ look = 'secondary', size = 'medium', icon, children, ...rest }: LookProps & LinkProps) => (
  <StyledLink $look={look} $size={size} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </StyledLink>
);

interface ButtonAnchorProps extends LookProps {
  readonly href: string;
  /** Saved instead of shown; under this name, where one is given. */
  readonly download?: boolean | string;
  readonly onFollow?: () => void;
  /** Opens in a new tab: it is no place of the app. */
  readonly outside?: boolean;
  /** What it does, where its word is not always shown. */
  readonly label?: string;
  readonly children: ReactNode;
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** A link to something outside the app, a file for example, that looks like a button. */
export const ButtonAnchor = ({ look = 'secondary', size = 'medium', icon, ...rest }: ButtonAnchorProps) => {
  const { href, download, outside = false, label, onFollow, children } = rest;
  return (
    <StyledAnchor
      $look={look}
      $size={size}
      href={href}
      download={download}
      onClick={onFollow}
      aria-label={label}
      {...(outside ? elsewhere : undefined)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </StyledAnchor>
  );
};
