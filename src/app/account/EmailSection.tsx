import styled from 'styled-components';
import { selectUser } from '../session/sessionSelectors';
import { Section } from './Section';
import { useAppSelector } from '../storeHooks';

const Email = styled.p`
  overflow-wrap: anywhere;
  font-weight: var(--weight-medium);
`;

/** The email is shown, not changed. */
export const EmailSection = () => (
  <Section title="Email" about="You log in with it.">
    <Email>{useAppSelector(selectUser)?.email}</Email>
  </Section>
);
