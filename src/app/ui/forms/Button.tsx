import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styled, { keyframes } from 'styled-components';
import { Link, type LinkProps } from '../display/Link';
import { buttonLook, type ButtonLook, type ButtonLookProps, type ButtonSize } from './buttonStyles';
import { Icon, type IconName } from '../display/Icon';

export const turn = keyframes`
  to { transform: rotate(1turn); }
`;

/** A rotating arc; it does not move where reduced motion is preferred. */
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
  /** Whether a request is pending: the button keeps its label, a spinner replaces the icon, and clicks are ignored. */
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

/** A button with a text and an optional icon. `type` is `button` by default. */
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
  /** Accessible name. */
  readonly label: string;
}

/** A square button with an icon only. */
export const IconButton = ({ look = 'ghost', size = 'small', icon, label, ...rest }: IconButtonProps) => (
  <StyledButton type="button" $look={look} $size={size} $square aria-label={label} {...rest}>
    <Icon name={icon} />
  </StyledButton>
);

/** A link to a page of the app, in the style of a button. */
export const ButtonLink = ({ look = 'secondary', size = 'medium', icon, children, ...rest }: LookProps & LinkProps) => (
  <StyledLink $look={look} $size={size} {...rest}>
    {icon && <Icon name={icon} />}
    {children}
  </StyledLink>
);

interface ButtonAnchorProps extends LookProps {
  readonly href: string;
  /** Whether to download instead of open; a text is the file name. */
  readonly download?: boolean | string;
  readonly onFollow?: () => void;
  /** Whether it opens in a new browser tab. */
  readonly outside?: boolean;
  /** Accessible name, where the text is not always visible. */
  readonly label?: string;
  readonly children: ReactNode;
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** A link to something outside of the app, such as a file, in the style of a button. */
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
      {...(outside ? newTab : undefined)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </StyledAnchor>
  );
};
