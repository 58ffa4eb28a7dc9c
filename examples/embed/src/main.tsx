import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Host } from "./host.tsx";
// After the editor's own styles, as the worst of orders.
import "./host.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");
createRoot(root).render(
  <StrictMode>
    <Host />
  </StrictMode>,
);
