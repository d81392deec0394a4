import { createRoot } from "react-dom/client";
import { App } from "./app.js";
import { language } from "./texts.js";
import "./popup.css";

const root = document.getElementById("popup");
if (root === null) throw new Error("The popup has no place to be drawn.");
document.documentElement.lang = language;
createRoot(root).render(<App />);
