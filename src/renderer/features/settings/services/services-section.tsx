import { Plus, Server } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.js";
import { EmptyState } from "../../../components/empty-state.js";
import { ErrorNote } from "../../../components/error-note.js";
import { Section } from "../../../components/section.js";
import { Skeleton } from "../../../components/skeleton.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { ConnectDialog } from "./connect-dialog.js";
import { ServiceItem } from "./service-item.js";
import "./services.css";

/** Servers that are queried about unknown products. `isConnecting`: opens the dialog to connect one. */
export function ServicesSection({ isConnecting }: { readonly isConnecting: boolean }) {
  const list = useAnswer("upstreams.list", {});
  const [isAdding, setAdding] = useState(isConnecting);
  const services = list.data?.upstreams;
  const { services: said } = texts();
  const actions = (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {said.connectOne}
    </Button>
  );
  return (
    <Section title={said.title} actions={actions} flush>
      <p className="services-about quiet">{said.about}</p>
      {list.error && <ErrorNote error={list.error} onRetry={list.refresh} />}
      {services?.length === 0 && (
        <EmptyState icon={<Server size={20} />} title={said.noneTitle}>
          <p>{said.noneAbout}</p>
        </EmptyState>
      )}
      {services ? (
        <ul aria-label={said.title}>
          {services.map((service) => (
            <ServiceItem key={service.id} service={service} />
          ))}
        </ul>
      ) : (
        list.isLoading && <Skeleton height={96} />
      )}
      {isAdding && <ConnectDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}
