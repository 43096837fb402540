import styled from 'styled-components';
import { endpointPath } from '../../../contract/paths';
import { basePath } from '../../basePath';

const Code = styled.code`
  overflow: hidden;
  color: var(--ink-3);
  font: 450 12px / 20px var(--font-mono);
  text-overflow: ellipsis;
  white-space: nowrap;

  & > b {
    color: var(--accent-text);
    font-weight: 600;
  }
`;

/** The address a tab will have: the project's part of it is made with the project. */
export const NewAddress = ({ tab }: { readonly tab: string }) => (
  <Code>
    {window.location.origin + basePath()}/v1/…
    <wbr />
    <b>{endpointPath('', tab).slice('/v1/'.length)}</b>
  </Code>
);
