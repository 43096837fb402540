import styled from 'styled-components';
import type { UsageEndpoint } from '../../contract/usage';
import { Mono } from '../parts/text';
import { endpointPathOf } from './layers';

/** Where there is no room for all of it, the project's title gives way first. */
const Name = styled.span`
  display: flex;
  gap: 8px;
  min-width: 0;

  & > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > ${Mono} {
    flex: none;
    max-width: 60%;
    color: var(--ink);
  }
`;

/** A project and the path of an endpoint of it; each is read in its own direction. */
export const EndpointName = ({ endpoint }: { readonly endpoint: Pick<UsageEndpoint, 'project' | 'title'> }) => (
  <Name>
    <bdi>{endpoint.project}</bdi> <Mono as="bdi">{endpointPathOf(endpoint)}</Mono>
  </Name>
);
