import styled from 'styled-components';

export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

const Box = styled.span<{ $method: Method; $off: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  height: 20px;
  padding: 0 6px;
  border-radius: var(--r-xs);
  color: ${({ $method, $off }) => ($off ? 'var(--ink-3)' : `var(--${$method.toLowerCase()})`)};
  background: ${({ $method, $off }) => ($off ? 'var(--sunken)' : `var(--${$method.toLowerCase()}-soft)`)};
  font: 600 11px / 1 var(--font-mono);
  letter-spacing: 0.01em;
  text-decoration: ${({ $off }) => ($off ? 'line-through' : 'none')};
`;

interface MethodBadgeProps {
  readonly method: Method;
  /** Whether the sheet rejects the method, even from its owner; shown grey and struck through. */
  readonly off?: boolean;
}

/** The name of an HTTP method in the method's colour. */
export const MethodBadge = ({ method, off = false }: MethodBadgeProps) => (
  <Box as={off ? 's' : 'span'} $method={method} $off={off} title={off ? 'This sheet can only be read' : undefined}>
    {method}
  </Box>
);
